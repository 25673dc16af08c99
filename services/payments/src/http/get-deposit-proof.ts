import { getDepositProof } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { sendProof } from './send-proof.ts'

export const getDepositProofHandler = handleStream(getDepositProof, async (ctx: Context, call) => {
  if (call.player === undefined) throw new Refusal('unauthenticated')
  await sendProof(ctx, call, call.player.id)
})

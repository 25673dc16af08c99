import { adminGetDepositProof } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import type { Context } from '../context.ts'
import { sendProof } from './send-proof.ts'

export const adminGetDepositProofHandler = handleStream(adminGetDepositProof, (ctx: Context, call) =>
  sendProof(ctx, call, undefined),
)

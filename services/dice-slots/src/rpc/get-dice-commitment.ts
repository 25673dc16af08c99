import { getDiceCommitment } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { currentCommitment, ownClientSeed } from '../plays/commitments.ts'

export const getDiceCommitmentHandler = handle(getDiceCommitment, async (ctx: Context, { player }) => {
  const { version, serverSeedHash, nonce } = await currentCommitment(ctx, player.id, 'dice')
  return { game: 'dice' as const, version, serverSeedHash, nonce, clientSeed: await ownClientSeed(ctx, player.id) }
})

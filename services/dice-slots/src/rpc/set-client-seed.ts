import { setClientSeed } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { storeClientSeed } from '../db/client-seeds.ts'

export const setClientSeedHandler = handle(setClientSeed, async ({ db, clock }: Context, { player, input }) => {
  await storeClientSeed(db, player.id, input.clientSeed, new Date(clock.now()))
  return { clientSeed: input.clientSeed }
})

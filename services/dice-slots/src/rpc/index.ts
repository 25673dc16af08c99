import { getBetProof, readSettledPlays, setClientSeed } from '@kismet/contracts'
import { storeOwnSeed } from '@kismet/game-kit/db/seats'
import type { House } from '@kismet/game-kit/house'
import { proofOf, settledPlays } from '@kismet/game-kit/ended'
import { handle } from '@kismet/service-kit/handle'
import { diceOperations } from './dice.ts'
import { slotsOperations } from './slots.ts'

/** Everything that this service answers. */
export const operations = [
  ...diceOperations,
  ...slotsOperations,

  handle(setClientSeed, async ({ db }: House, { player, input: { clientSeed } }) => {
    await storeOwnSeed(db, player.id, clientSeed)
    return { clientSeed }
  }),

  handle(getBetProof, async (house: House, { player, input }) => ({
    proof: await proofOf(house, player.id, input.betId),
  })),

  handle(readSettledPlays, settledPlays),
]

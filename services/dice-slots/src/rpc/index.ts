import {
  getBetProof,
  getPlayReplay,
  getReturns,
  readClientSeed,
  readSettledPlays,
  setClientSeed,
} from '@kismet/contracts'
import { storeOwnSeed } from '@kismet/game-kit/db/seats'
import type { House } from '@kismet/game-kit/house'
import { proofOf, settledPlays } from '@kismet/game-kit/ended'
import { keptOwnSeed } from '@kismet/game-kit/own-seed'
import { replayOf } from '@kismet/game-kit/replay'
import { readReturns } from '@kismet/game-kit/returns'
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

  handle(readClientSeed, async (house: House, { input }) => ({ clientSeed: await keptOwnSeed(house, input.playerId) })),

  handle(getBetProof, async (house: House, { player, input }) => ({
    proof: await proofOf(house, player.id, input.betId),
  })),

  handle(getPlayReplay, async (house: House, call) => ({ play: await replayOf(house, call) })),

  handle(readSettledPlays, settledPlays),

  handle(getReturns, (house: House, { input }) => readReturns(house, input)),
]

import { getBetProof, getPlayReplay, getReturns, readClientSeed, setClientSeed } from '@kismet/contracts'
import type { GameContext } from '@kismet/game-kit/game-context'
import { proofOf } from '@kismet/game-kit/own-bets'
import { keepOwnSeed, storeOwnSeed } from '@kismet/game-kit/own-seed'
import { replayOf } from '@kismet/game-kit/replay'
import { readReturns } from '@kismet/game-kit/returns'
import { handle } from '@kismet/service-kit/handle'
import { diceOperations } from './dice.ts'
import { slotsOperations } from './slots.ts'

/** Everything that this service answers. */
export const operations = [
  ...diceOperations,
  ...slotsOperations,

  handle(setClientSeed, async (ctx: GameContext, { player, input: { clientSeed } }) => {
    await storeOwnSeed(ctx, player.id, clientSeed)
    return { clientSeed }
  }),

  handle(readClientSeed, async (ctx: GameContext, { input }) => ({
    clientSeed: await keepOwnSeed(ctx, input.playerId),
  })),

  handle(getBetProof, async (ctx: GameContext, call) => ({ proof: await proofOf(ctx, call) })),

  handle(getPlayReplay, async (ctx: GameContext, call) => ({ play: await replayOf(ctx, call) })),

  handle(getReturns, (ctx: GameContext, { input }) => readReturns(ctx, input)),
]

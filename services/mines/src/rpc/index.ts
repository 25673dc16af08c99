import { getMinesCommitment, getMinesProof, getMinesReplay, getMinesReturns, listMinesPlays } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import type { SettledBet } from '@kismet/game-kit/bet'
import type { GameContext } from '@kismet/game-kit/game-context'
import { newestBets, proofOf, publishedCommitment } from '@kismet/game-kit/own-bets'
import { replayOf } from '@kismet/game-kit/replay'
import { readReturns } from '@kismet/game-kit/returns'
import { handle } from '@kismet/service-kit/handle'
import { BoardOutcome } from '../domain/board.ts'
import { minesAuto } from '../domain/mines-auto.ts'
import { minesGame } from '../domain/mines.ts'
import { autoOperations } from './auto.ts'
import { gameOperations } from './games.ts'

/** What lists show of a settled game. */
function shownOf({ params, outcome, payoutPaise, multiplierUnits, isRefund }: SettledBet) {
  const { minePositions, revealedTiles } = BoardOutcome.parse(outcome)
  const auto = minesAuto.params.safeParse(params)
  const won = isRefund ? ('refund' as const) : ('win' as const)
  return {
    mode: auto.success ? ('auto' as const) : ('manual' as const),
    minesCount: auto.data?.minesCount ?? minesGame.params.parse(params).minesCount,
    ...{ revealedTiles, minePositions, multiplier: fromTenThousandths(multiplierUnits) },
    result: payoutPaise > 0 ? won : ('loss' as const),
  }
}

/** Everything that this service answers. */
export const operations = [
  ...gameOperations,
  ...autoOperations,

  handle(getMinesCommitment, (ctx: GameContext, call) => publishedCommitment(ctx, call, 'mines')),

  handle(listMinesPlays, (ctx: GameContext, call) => newestBets(ctx, call, 'mines', shownOf)),

  handle(getMinesProof, async (ctx: GameContext, call) => ({ proof: await proofOf(ctx, call) })),

  handle(getMinesReplay, async (ctx: GameContext, call) => ({ play: await replayOf(ctx, call) })),

  handle(getMinesReturns, (ctx: GameContext, { input }) => readReturns(ctx, input)),
]

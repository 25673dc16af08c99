import {
  getMinesCommitment,
  getMinesProof,
  getMinesReplay,
  getMinesReturns,
  listMinesPlays,
  readSettledMines,
} from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { publishedCommitment } from '@kismet/game-kit/commitments'
import { newestPlays, proofOf, settledPlays } from '@kismet/game-kit/ended'
import type { House } from '@kismet/game-kit/house'
import { replayOf } from '@kismet/game-kit/replay'
import { readReturns } from '@kismet/game-kit/returns'
import type { SettledPlay } from '@kismet/game-kit/plays'
import { handle } from '@kismet/service-kit/handle'
import { BoardOutcome } from '../domain/board.ts'
import { minesAuto } from '../domain/mines-auto.ts'
import { minesGame } from '../domain/mines.ts'
import { autoOperations } from './auto.ts'
import { gameOperations } from './games.ts'

/** What lists show of a game that is over. Of those that paid, one without an open tile was given its stake back. */
function shownOf({ params, outcome, payoutPaise, multiplierUnits }: SettledPlay) {
  const { minePositions, revealedTiles } = BoardOutcome.parse(outcome)
  const auto = minesAuto.params.safeParse(params)
  const won = revealedTiles.length === 0 ? ('refund' as const) : ('win' as const)
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

  handle(getMinesCommitment, (house: House, call) => publishedCommitment(house, call, 'mines')),

  handle(listMinesPlays, (house: House, call) => newestPlays(house, call, minesGame, shownOf)),

  handle(getMinesProof, async (house: House, { player, input }) => ({
    proof: await proofOf(house, player.id, input.betId),
  })),

  handle(getMinesReplay, async (house: House, call) => ({ play: await replayOf(house, call) })),

  handle(readSettledMines, settledPlays),

  handle(getMinesReturns, (house: House, { input }) => readReturns(house, input)),
]

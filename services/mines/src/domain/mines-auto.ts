import { Id, MinesCount, TileIndex } from '@kismet/contracts'
import { drawMines, minesAutoMultiplierHundredths, minesAutoRtp, minesAutoWinPaise } from '@kismet/fairness'
import type { InstantGame, Rules } from '@kismet/game-kit/game'
import { z } from 'zod'
import { BoardOutcome, boardProof, unitsPerHundredth } from './board.ts'

/** Of the run that a game is of, how far it had come before: with it every game answers again what it answered first. */
const RunSoFar = z.object({
  id: Id,
  betsPlayed: z.int().nonnegative(),
  wins: z.int().nonnegative(),
  totalProfitPaise: z.int(),
})

const MinesAutoParams = z.strictObject({ minesCount: MinesCount, tiles: z.array(TileIndex).min(1), run: RunSoFar })
export type MinesAutoParams = z.output<typeof MinesAutoParams>

/** Version 1 of the maths: the tiles are opened in their order, up to the first mine. */
export const minesAutoRules: Rules<MinesAutoParams, BoardOutcome> = {
  topWinPaise: (stakePaise, { minesCount, tiles }) =>
    minesAutoWinPaise({ stakePaise, minesCount, tiles: tiles.length }),

  settle(seeds, stakePaise, { minesCount, tiles }) {
    const minePositions = drawMines(seeds, minesCount)
    const hit = tiles.findIndex((tile) => minePositions.includes(tile))
    if (hit >= 0) {
      const outcome = { minePositions, revealedTiles: tiles.slice(0, hit + 1) }
      return { outcome, payoutPaise: 0, multiplierUnits: 0 }
    }
    return {
      outcome: { minePositions, revealedTiles: tiles },
      payoutPaise: minesAutoWinPaise({ stakePaise, minesCount, tiles: tiles.length }),
      multiplierUnits: minesAutoMultiplierHundredths(minesCount, tiles.length) * unitsPerHundredth,
    }
  },

  rtp: ({ minesCount, tiles }) => minesAutoRtp(minesCount, tiles.length),
}

/** An automatic game of Mines: claimed and played at once, with the commitments of Mines. */
export const minesAuto: InstantGame<MinesAutoParams, BoardOutcome> = {
  name: 'mines',
  title: 'Mines',
  variant: 'auto',
  bookkeeping: ['run'],
  params: MinesAutoParams,
  outcome: BoardOutcome,
  proof: boardProof,
  version: '1',
  versions: { '1': minesAutoRules },
}

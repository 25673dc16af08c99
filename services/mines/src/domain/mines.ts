import { limits, MinesCount, minesTexts, TileIndex } from '@kismet/contracts'
import { drawMines, minesGemsLeft, minesMultiplierHundredths, minesPayoutPaise } from '@kismet/fairness'
import type { Course, LastingGame, LastingRules, Settlement } from '@kismet/game-kit/game'
import { z } from 'zod'
import { BoardOutcome, boardProof, gemsAmong, publishedRtp, unitsPerHundredth } from './board.ts'

const MinesParams = z.strictObject({ minesCount: MinesCount })
export type MinesParams = z.output<typeof MinesParams>

type MinesCourse = Course<MinesParams, number>

const outcomeOf = ({ seeds, params, steps }: MinesCourse): BoardOutcome => ({
  minePositions: drawMines(seeds, params.minesCount),
  revealedTiles: [...steps],
})

/**
 * The payout for the open gems.
 * @throws Error for a repeated tile or a mine, because an attacker can write tiles into the table
 */
function winOf({ stakePaise, params }: MinesCourse, outcome: BoardOutcome): Settlement<BoardOutcome> {
  const { minesCount } = params
  const opened = new Set(outcome.revealedTiles).size
  if (opened !== outcome.revealedTiles.length || opened !== gemsAmong(outcome))
    throw new Error('A game goes on with a tile that was opened twice, or with a mine')
  return {
    outcome,
    payoutPaise: minesPayoutPaise({ stakePaise, minesCount, opened }),
    multiplierUnits: minesMultiplierHundredths(minesCount, opened) * unitsPerHundredth,
  }
}

/** Whether the game cashes out by itself: no gem is left, or the next gem would pay more than `limits.maxWinPaise`. */
function mustEnd({ stakePaise, params: { minesCount } }: MinesCourse, opened: number): boolean {
  if (minesGemsLeft(minesCount, opened) === 0) return true
  return minesPayoutPaise({ stakePaise, minesCount, opened: opened + 1 }) > limits.maxWinPaise
}

/** Version 1 of the maths. */
export const minesRules: LastingRules<MinesParams, BoardOutcome, number> = {
  leastWinPaise: (stakePaise, { minesCount }) => minesPayoutPaise({ stakePaise, minesCount, opened: 1 }),

  endOf(course) {
    const newest = course.steps.at(-1)
    if (newest === undefined) return undefined
    const outcome = outcomeOf(course)
    if (outcome.minePositions.includes(newest)) return { outcome, payoutPaise: 0, multiplierUnits: 0 }
    return mustEnd(course, course.steps.length) ? winOf(course, outcome) : undefined
  },

  takenOf: (course) => (course.steps.length === 0 ? undefined : winOf(course, outcomeOf(course))),

  refundOf: (course) => ({
    outcome: outcomeOf(course),
    payoutPaise: course.stakePaise,
    multiplierUnits: 100 * unitsPerHundredth,
  }),

  rtp: () => publishedRtp,
}

/** Mines (docs/spec/amendments.md, section 2). The player opens tiles. Each gem raises the multiplier, and a mine ends the game. */
export const minesGame: LastingGame<MinesParams, BoardOutcome, number> = {
  name: 'mines',
  title: 'Mines',
  params: MinesParams,
  outcome: BoardOutcome,
  step: TileIndex,
  isSame: (tile, opened) => tile === opened,
  idleMs: limits.mines.idleMs,
  nothingToTake: 'no_tile_revealed',
  texts: { notFound: minesTexts.notFound, notOwned: minesTexts.notOwned },
  proof: boardProof,
  version: '1',
  versions: { '1': minesRules },
}

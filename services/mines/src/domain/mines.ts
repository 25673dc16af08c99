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

/** What the open tiles pay, which are gems. @throws Error for tiles that no game has open: those that are stored may be none of its player's */
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

/** Whether a game with so many open gems is cashed out by itself: there is no gem left, or the next one would pay more than the most that the house pays. */
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

/** Mines (docs/spec/amendments.md, section 2): tiles are opened one by one, each gem raises what a cash-out pays, and a mine ends the game. */
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

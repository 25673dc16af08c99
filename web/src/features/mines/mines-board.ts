import type { Output, revealMinesTile } from '@kismet/contracts'
import { limits } from '@kismet/contracts'
import {
  minesGemsLeft,
  minesMultiplierHundredths,
  mineRiskHundredths,
  nextMinesMultipliersHundredths,
} from '@kismet/fairness'

export type Game = Output<typeof revealMinesTile>['game']

/** A game, and what its board says beside the tiles; as an answer of the server has them. */
export interface Board {
  readonly game: Game
  readonly nextMultipliers: readonly number[]
  readonly mineRiskPercent: number | null
  readonly gemsLeft: number
}

export const tiles: readonly number[] = Array.from({ length: limits.mines.tiles }, (_, tile) => tile)

/** Answers come in any order: of two boards that which is further on. A game that is over never goes on again. */
export function newerBoard(one: Board | null, other: Board): Board {
  if (one === null) return other
  if (one.game.id !== other.game.id) return other.game.nonce > one.game.nonce ? other : one
  const isOtherNewer =
    one.game.isActive !== other.game.isActive
      ? one.game.isActive
      : other.game.revealedTiles.length > one.game.revealedTiles.length
  if (!isOtherNewer) return one
  // The seal of a game is the one that it was first shown with, whatever is said later.
  const { serverSeedHash, clientSeed } = one.game
  return { ...other, game: { ...other.game, serverSeedHash, clientSeed } }
}

/** Whether a game that is over ended with a mine: the last tile that was opened. */
export function hitTile({ isActive, minePositions, revealedTiles }: Game): number | null {
  const last = revealedTiles.at(-1)
  return !isActive && last !== undefined && minePositions?.includes(last) === true ? last : null
}

/** How a tile looks. `faded`: a gem that nobody opened. */
export type TileLook = 'closed' | 'pending' | 'gem' | 'mine' | 'hit' | 'faded'

/** The look of each tile. `isRestShown`: at the end all mines are shown, a moment after the one that was hit. */
export function tileLooks(game: Game | null, pending: ReadonlySet<number>, isRestShown: boolean): TileLook[] {
  const hit = game && hitTile(game)
  return tiles.map((tile) => {
    if (tile === hit) return 'hit'
    if (game?.revealedTiles.includes(tile)) return 'gem'
    if (game && !game.isActive && isRestShown) return game.minePositions?.includes(tile) ? 'mine' : 'faded'
    return pending.has(tile) ? 'pending' : 'closed'
  })
}

/** Gems that are open. */
export function gemsOpen(game: Game): number {
  return game.revealedTiles.length - (hitTile(game) === null ? 0 : 1)
}

/** What stands beside the board. */
export interface Facts {
  readonly gemsLeft: number
  /** In per cent; null where no tile can be opened any more. */
  readonly riskPercent: number | null
  readonly opened: number
  /** The next multipliers, each with how many gems it takes. */
  readonly ladder: readonly { readonly multiplier: number; readonly gems: number }[]
}

const ladderOf = (multipliers: readonly number[], open: number): Facts['ladder'] =>
  multipliers.map((multiplier, next) => ({ multiplier, gems: open + next + 1 }))

/** The facts of a game as the server says them; before one those of a board with that many mines, by the same maths. */
export function factsOf(board: Board | null, minesCount: number): Facts {
  if (board === null)
    return {
      gemsLeft: minesGemsLeft(minesCount, 0),
      riskPercent: mineRiskHundredths(minesCount, 0) / 100,
      opened: 0,
      ladder: ladderOf(
        nextMinesMultipliersHundredths(minesCount, 0).map((hundredths) => hundredths / 100),
        0,
      ),
    }
  const { game, gemsLeft, mineRiskPercent, nextMultipliers } = board
  return {
    gemsLeft,
    riskPercent: game.isActive ? mineRiskPercent : null,
    opened: game.revealedTiles.length,
    ladder: ladderOf(nextMultipliers, gemsOpen(game)),
  }
}

/** What the open gems were worth before the mine. */
export function multiplierBefore(game: Game): number {
  return minesMultiplierHundredths(game.minesCount, gemsOpen(game)) / 100
}

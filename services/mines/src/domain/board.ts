import { TileIndex } from '@kismet/contracts'
import { fromHundredths, minesGemsLeft, minesMultiplierHundredths, ratio } from '@kismet/fairness'
import { z } from 'zod'

/** What is stored of a game that is over, however it was played. The tiles stand in the order in which they were opened, one that was a mine last. */
export const BoardOutcome = z.object({ minePositions: z.array(TileIndex), revealedTiles: z.array(TileIndex) })
export type BoardOutcome = z.output<typeof BoardOutcome>

export const unitsPerHundredth = 100

/** The return that the site publishes of a game by hand. */
export const publishedRtp = ratio(95n, 100n)

const multipliers = new Map<number, readonly number[]>()

/** What one gem, two gems and so on multiply a stake by. Kept, because each is a quotient of large whole numbers that every answer shows. */
export function multipliersOf(minesCount: number): readonly number[] {
  const known = multipliers.get(minesCount)
  if (known !== undefined) return known
  const gems = minesGemsLeft(minesCount, 0)
  const all = Array.from({ length: gems }, (_, index) =>
    fromHundredths(minesMultiplierHundredths(minesCount, index + 1)),
  )
  multipliers.set(minesCount, all)
  return all
}

/** What the proof of a game shows, the same of both modes. */
export function boardProof(
  { minesCount }: { readonly minesCount: number },
  { minePositions }: BoardOutcome,
): { readonly params: object; readonly outcome: object } {
  return { params: { minesCount }, outcome: { minePositions } }
}

/** How many of some tiles are no mines. */
export function gemsAmong({ minePositions, revealedTiles }: BoardOutcome): number {
  return revealedTiles.filter((tile) => !minePositions.includes(tile)).length
}

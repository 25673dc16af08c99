import type { Proof } from '@kismet/contracts'
import { z } from 'zod'

const Result = z.discriminatedUnion('game', [
  z.object({ game: z.literal('aviator'), crashPoint: z.number() }),
  z.object({ game: z.literal('dice'), roll: z.number() }),
  z.object({ game: z.literal('slots'), reels: z.array(z.string()).length(3) }),
  z.object({ game: z.literal('mines'), minePositions: z.array(z.int()) }),
])

/** The result of a bet, as its proof has it. */
export type Result = z.output<typeof Result>

/** The outcome of a proof; null for an outcome that is none of the game's. */
export const resultOf = ({ game, outcome }: Proof): Result | null => Result.safeParse({ ...outcome, game }).data ?? null

/** A multiplier or a crash point: 3.34x. */
export const timesText = (multiplier: number): string => `${multiplier.toFixed(2)}x`

/** The same in words. */
export function storedResult(proof: Proof): string {
  const result = resultOf(proof)
  switch (result?.game) {
    case undefined:
      return 'not readable'
    case 'aviator':
      return timesText(result.crashPoint)
    case 'dice':
      return String(result.roll)
    case 'slots':
      return result.reels.join(', ')
    case 'mines':
      return result.minePositions.join(', ')
  }
}

import type { Proof } from '@kismet/contracts'
import { z } from 'zod'

const Aviator = z.object({ crashPoint: z.number(), voided: z.boolean().optional() })
const Dice = z.object({ roll: z.number() })
const Slots = z.object({ reels: z.array(z.string()).length(3) })
const Mines = z.object({ minePositions: z.array(z.int()), revealedTiles: z.array(z.int()).optional() })

/** What a play came to, as its proof has it; null for an outcome that is none of the game's. */
export type Result =
  | { readonly game: 'aviator'; readonly crashPoint: number }
  | { readonly game: 'dice'; readonly roll: number }
  | { readonly game: 'slots'; readonly reels: readonly string[] }
  | { readonly game: 'mines'; readonly mines: readonly number[] }

export function resultOf({ game, outcome }: Proof): Result | null {
  switch (game) {
    case 'aviator': {
      const { data } = Aviator.safeParse(outcome)
      return data ? { game, crashPoint: data.crashPoint } : null
    }
    case 'dice': {
      const { data } = Dice.safeParse(outcome)
      return data ? { game, roll: data.roll } : null
    }
    case 'slots': {
      const { data } = Slots.safeParse(outcome)
      return data ? { game, reels: data.reels } : null
    }
    case 'mines': {
      const { data } = Mines.safeParse(outcome)
      return data ? { game, mines: data.minePositions } : null
    }
    case 'other':
      return null
  }
}

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
      return result.mines.join(', ')
  }
}

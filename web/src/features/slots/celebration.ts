import type { PlayAnswer } from '../../entities/game/games-api.ts'
import type { AnyReels } from '../../entities/game/symbol-names.ts'

/** How a win is celebrated, from two of a kind to three sevens. */
export type Tier = 'pair' | 'triple' | 'big win' | 'jackpot'

/** The celebration of a play. Null: there is nothing to celebrate, and never for what pays no more than its stake. */
export function tierOf({
  result,
  winType,
  netGain,
}: Pick<PlayAnswer<'slots'>, 'result' | 'winType'> & { readonly netGain: number }): Tier | null {
  if (netGain <= 0 || result === 'loss' || result === 'other') return null
  if (result !== 'win') return result
  return winType === 'pair' ? 'pair' : 'triple'
}

/** Which reels make the line: those whose symbol stands on another one, too. */
export function joinedReels(reels: AnyReels): readonly boolean[] {
  return reels.map((symbol, place) => reels.some((other, at) => at !== place && other === symbol))
}

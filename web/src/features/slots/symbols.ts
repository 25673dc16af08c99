import type { SlotsSymbol } from '@kismet/fairness'
import { slotsPairHundredths, slotsSymbols, slotsTripleHundredths } from '@kismet/fairness'
import type { MessageDescriptor } from '@lingui/core'
import other from '@kismet/ui/art/other.svg'
import bell from '@kismet/ui/art/bell.svg'
import cherry from '@kismet/ui/art/cherry.svg'
import diamond from '@kismet/ui/art/diamond.svg'
import lemon from '@kismet/ui/art/lemon.svg'
import seven from '@kismet/ui/art/seven.svg'
import tiger from '@kismet/ui/art/tiger.svg'
import { msg } from '@lingui/core/macro'
import type { AnySymbol } from '../../entities/game/symbol-names.ts'

/** How a symbol looks, and what three of them are called. */
export const symbolLooks: Readonly<Record<AnySymbol, { readonly art: string; readonly many: MessageDescriptor }>> = {
  seven: { art: seven, many: msg`sevens` },
  diamond: { art: diamond, many: msg`diamonds` },
  bell: { art: bell, many: msg`bells` },
  cherry: { art: cherry, many: msg`cherries` },
  lemon: { art: lemon, many: msg`lemons` },
  tiger: { art: tiger, many: msg`tigers` },
  other: { art: other, many: msg`other` },
}

/** A multiplier of the pay table: x20, x1.5. */
export const timesText = (hundredths: number): string => `x${hundredths / 100}`

/** A line of the pay table; that of a pair has no symbol. */
export interface PayLine {
  readonly symbol: SlotsSymbol | null
  readonly times: string
}

export const payLines: readonly PayLine[] = [
  ...slotsSymbols.map((symbol) => ({ symbol, times: timesText(slotsTripleHundredths[symbol]) })),
  { symbol: null, times: timesText(slotsPairHundredths) },
]

/** What the reel shows above and below a symbol: its neighbours in the order of the stops, around the reel. */
export function neighboursOf(symbol: AnySymbol): readonly [above: AnySymbol, below: AnySymbol] {
  const at = slotsSymbols.findIndex((one) => one === symbol)
  const near = (step: number): AnySymbol =>
    slotsSymbols[(at + step + slotsSymbols.length) % slotsSymbols.length] ?? symbol
  return [near(-1), near(1)]
}

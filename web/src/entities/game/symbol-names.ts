import type { OrOther } from '@kismet/contracts'
import type { SlotsSymbol } from '@kismet/fairness'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

export type AnySymbol = OrOther<SlotsSymbol>
export type AnyReels = readonly [AnySymbol, AnySymbol, AnySymbol]

/** What a symbol of Slots is called; its id is for machines. */
export const symbolNames: Readonly<Record<AnySymbol, MessageDescriptor>> = {
  seven: msg`seven`,
  diamond: msg`diamond`,
  bell: msg`bell`,
  cherry: msg`cherry`,
  lemon: msg`lemon`,
  tiger: msg`tiger`,
  other: msg`other`,
}

/** The symbols of a line in words, left to right. */
export function lineWords([left, middle, right]: AnyReels): string {
  const [first, second, third] = [t(symbolNames[left]), t(symbolNames[middle]), t(symbolNames[right])]
  return t`${first}, ${second}, ${third}`
}

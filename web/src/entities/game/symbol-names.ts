import type { OrOther } from '@kismet/contracts'
import type { SlotsSymbol } from '@kismet/fairness'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

export type AnySymbol = OrOther<SlotsSymbol>
export type AnyReels = readonly [AnySymbol, AnySymbol, AnySymbol]

/** What a symbol of Slots is called; its id is for machines. */
const symbolNames: Readonly<Record<AnySymbol, MessageDescriptor>> = {
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

/** What is called by this id; what is none as it is. */
export function nameOfSymbol(id: string): string {
  const found = Object.entries(symbolNames).find(([known]) => known === id)
  return found ? t(found[1]) : id
}

/** The id of a symbol that is called by its name in the language that is shown; anything else as it is. */
export function symbolCalled(name: string): string {
  const wanted = name.toLowerCase()
  const found = Object.entries(symbolNames).find(([, called]) => t(called).toLowerCase() === wanted)
  return found?.[0] ?? wanted
}

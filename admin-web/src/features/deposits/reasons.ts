import { limits } from '@kismet/contracts'

/** Ready reasons of a rejection, which the player reads; the keys 1 to 5 choose them. */
const readyReasons = [
  'UTR not found at the bank',
  'UTR used before',
  'Amount differs',
  'Proof not readable',
  'Paid from another name',
] as const

/** The last choice, key 6: words of one's own. */
const otherReason = 'Other…'

/** The words of the choices, in the order of their keys. */
export const reasonWords: readonly string[] = [...readyReasons, otherReason]
export const reasonMaxLength = limits.deposit.reasonMaxLength

/** A reason that has been chosen: its place in `reasonWords`, and the own words where it is the last. */
export interface ChosenReason {
  place: number | null
  own: string
}

export const noReason: ChosenReason = { place: null, own: '' }

export function isOther({ place }: ChosenReason): boolean {
  return place === reasonWords.length - 1
}

/** What the player will read; undefined when there is nothing to read. */
export function reasonText(reason: ChosenReason): string | undefined {
  if (reason.place === null) return undefined
  const text = isOther(reason) ? reason.own.trim() : reasonWords[reason.place]
  return text === '' ? undefined : text
}

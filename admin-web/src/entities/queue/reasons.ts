import { limits } from '@kismet/contracts'

/** The last choice: words of one's own. */
const otherReason = 'Other…'

/** The words of the choices, in the order of their keys. */
export function choicesOf(ready: readonly string[]): readonly string[] {
  return [...ready, otherReason]
}

/** Of both kinds of requests. */
export const reasonMaxLength = Math.min(limits.deposit.reasonMaxLength, limits.withdrawal.reasonMaxLength)

/** A reason that has been chosen: the ready words, or those of one's own, which are kept while others are tried. */
export interface ChosenReason {
  choice: string | null
  own: string
}

export const noReason: ChosenReason = { choice: null, own: '' }

export function isOther({ choice }: ChosenReason): boolean {
  return choice === otherReason
}

/** What the player will read; undefined when there is nothing to read. */
export function reasonText(reason: ChosenReason): string | undefined {
  const text = isOther(reason) ? reason.own.trim() : reason.choice
  return text === '' || text === null ? undefined : text
}

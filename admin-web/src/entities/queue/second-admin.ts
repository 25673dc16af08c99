import type { decideDeposit, OrOther, Output, SecondAdminReason } from '@kismet/contracts'
import { formatMinute } from '../../core/format/time.ts'

export type NotCounted = NonNullable<Output<typeof decideDeposit>['firstNotCounted']>

/** Why an earlier first approval does not count, and from when on it would. Empty without one. */
export function notCountedText(first: NotCounted | undefined): string {
  if (first === undefined) return ''
  const { by, until } = first
  if (until === null) return `The first approval of ${by} does not count: ${by} may not approve any more.`
  return `The first approval of ${by} does not count: one of you made the other. You count as two people from ${formatMinute(until)} on.`
}

type Reasons = readonly OrOther<SecondAdminReason>[]

const words: Readonly<Record<OrOther<SecondAdminReason>, string>> = {
  amount: 'the amount is above the limit for one admin',
  without_row: 'no bank row pays for it',
  own_statement: 'only you have uploaded its bank row, and it exceeds your limit of the day for such rows',
  admin_day: 'it exceeds the limit of the day for one admin',
  player_day: 'it exceeds the limit of the day for this player',
  other: 'of a rule that this page does not know: reload the page',
}

/** Why an approval takes a second admin, in words; empty without reasons. */
export const reasonsText = (reasons: Reasons): string => reasons.map((reason) => words[reason]).join(', and ')

/** The same as a sentence; empty without reasons. */
export const secondAdminText = (reasons: Reasons): string =>
  reasons.length === 0 ? '' : `This needs a second admin: ${reasonsText(reasons)}.`

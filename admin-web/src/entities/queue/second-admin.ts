import type { OrOther, SecondAdminReason } from '@kismet/contracts'

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

import type { Output, PayoutProblem, PayoutTab, readPayoutMatches } from '@kismet/contracts'

/** A debit of a bank with its withdrawal; amounts in paise. */
export type PayoutMatch = Output<typeof readPayoutMatches>['rows'][number]

/** The tabs of debits, in the order of the page. */
const tabWords: Readonly<Record<PayoutTab, string>> = {
  exact: 'Exact',
  near: 'Near',
  problem: 'Problems',
  paid: 'Paid',
  none: 'No withdrawal',
}
/** The tabs, as a choice. */
export const tabFilter = { title: 'Debits', options: Object.entries(tabWords) }
/** Below the rows of a tab. */
export const footWords: Readonly<Record<PayoutTab, string>> = {
  exact: 'The row has the id of a withdrawal in its text, and its amount.',
  near: 'The amount is equal, and the text has the account or the name. Compare both before you confirm.',
  paid: 'Each row has paid one withdrawal.',
  none: 'Debits of other kinds, such as charges. They are not matched with withdrawals.',
  problem: 'The rows and the bookings disagree. A correction of a balance is on the ledger page.',
}
const problemWords: Readonly<Record<PayoutProblem | 'other', readonly [word: string, hint: string]>> = {
  amount: ['Other amount', 'The row names a withdrawal with another amount. Ask the bank.'],
  rejected: ['Paid, but rejected', 'The player has the money at the bank and in the balance. Correct the balance.'],
  twice: ['Paid twice', 'Another row has paid the withdrawal before. Ask the bank, or correct the balance.'],
  returned: ['Sent back', 'The bank sent a payout back. If the withdrawal is booked as paid, correct the balance.'],
  deposit_returned: ['Deposit sent back', 'If the deposit of the credit is approved, correct the balance.'],
  other: ['Other', ''],
}
/** The problem of a row in short, and what to do. */
export const problemOf = ({ problem }: PayoutMatch): readonly [word: string, hint: string] =>
  problemWords[problem ?? 'other']

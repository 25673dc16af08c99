import { inRupees, Rupees } from '@kismet/contracts'
import type { Paise, pairMatches } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import { readBankSays, takeRow } from '../db/bank-rows.ts'
import type { BankSays } from '../db/bank-rows.ts'

/** A pair as the page showed it. */
export interface Pair {
  readonly rowId: string
  readonly depositId: string
  readonly match: (typeof pairMatches)[number]
}

/** What the bank's rows with the reference of a request say against it. */
export function againstOf(
  { rowId, paidFor, isOwnNamed, otherPaise, isReturned }: BankSays,
  depositId: string,
):
  | { readonly code: 'bank_row_returned' }
  | { readonly code: 'bank_row_used'; readonly requestId: string }
  | { readonly code: 'bank_amount_differs'; readonly paise: Paise }
  | undefined {
  if (isReturned) return { code: 'bank_row_returned' }
  if (paidFor !== null && paidFor !== depositId) return { code: 'bank_row_used', requestId: paidFor }
  if (rowId === null && !isOwnNamed && otherPaise !== null) return { code: 'bank_amount_differs', paise: otherPaise }
  return undefined
}

/** @throws Refusal of an approval that the bank's rows contradict */
function refuse(against: NonNullable<ReturnType<typeof againstOf>>): never {
  const { code } = against
  if (code === 'bank_row_returned') throw new Refusal(code)
  if (code === 'bank_row_used') throw new Refusal(code, undefined, { requestId: against.requestId })
  const amount = Rupees.encode(against.paise)
  const text = `The bank's payment with this UTR is ${inRupees(amount)}. Reject this request ("Amount differs"): the player can ask again with the amount that the bank received.`
  throw new Refusal(code, text, { amount })
}

/**
 * The row that an approval takes. The row that the admin saw is first. The row of the first of two approvals is next, then
 * the row with the reference and amount of the request.
 */
export const rowToTake = ({ ownRowId, rowId }: BankSays, shown: Pair | undefined): string | null =>
  shown?.rowId ?? ownRowId ?? rowId

/**
 * Has an approval take its bank row, under the lock of the request. An approval without a row is possible.
 * @throws Refusal `bank_amount_differs`, `bank_row_returned`, `bank_row_used`; `bank_row_changed` when the row cannot
 *   pay for the request any more
 * @returns the row, or null
 */
export async function takeBankRow(
  transaction: Queryable,
  depositId: string,
  shown: Pair | undefined,
): Promise<string | null> {
  const says = await readBankSays(transaction, depositId)
  if (says === undefined) throw new Refusal('not_found')
  const against = againstOf(says, depositId)
  if (against !== undefined) refuse(against)
  const rowId = rowToTake(says, shown)
  if (rowId === null) return null
  if (!(await takeRow(transaction, rowId, depositId, shown?.match === 'exact'))) throw new Refusal('bank_row_changed')
  return rowId
}

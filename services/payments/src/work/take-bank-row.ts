import { inRupees, Rupees } from '@kismet/contracts'
import type { Paise, pairMatches } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import {
  linkRow,
  lockRow,
  readApprovedLike,
  readDismissed,
  readNamed,
  returnedAmong,
  rowsOfDeposit,
} from '../db/bank-rows.ts'
import type { StoredRequest } from '../db/requests.ts'
import { matcherOf } from '../domain/bank/match.ts'
import type { StoredRow } from '../domain/bank/match.ts'

/** The row of a pair, and the match that the page showed. */
export interface Pair {
  readonly rowId: string
  readonly match: (typeof pairMatches)[number]
}

type Against =
  | { readonly code: 'bank_row_returned' }
  | { readonly code: 'bank_row_used'; readonly requestId: string }
  | { readonly code: 'bank_amount_differs'; readonly paise: Paise; readonly rowId: string }

/** What the bank says of a deposit. */
export interface BankSays {
  /** The row of the first of two approvals, or the row with the reference and amount of the deposit. */
  readonly row: StoredRow | undefined
  /** What rows with the reference say against the deposit. */
  readonly against: Against | undefined
}

/**
 * @param amountPaise the amount to credit; without it, the amount of the request
 * @throws Refusal `not_found`
 */
export async function readBankSays(db: Queryable, depositId: string, amountPaise?: Paise): Promise<BankSays> {
  const [deposit] = await readNamed(db, 'deposit', [], [depositId])
  if (deposit === undefined) throw new Refusal('not_found')
  const { reference } = deposit
  const paise = amountPaise ?? deposit.paise
  const isReturned = (await returnedAmong(db, [{ paise, reference, numbers: [] }])).size > 0
  const rows = await rowsOfDeposit(db, depositId)
  const own = rows.find((row) => row.paidFor === depositId && row.paise === paise)
  const named = rows.find((row) => row.reference === reference && row.paise === paise)
  const other = own?.reference === reference ? undefined : rows.find((row) => row.reference === reference)
  const against = (): Against | undefined => {
    if (isReturned) return { code: 'bank_row_returned' }
    if (named === undefined) return other && { code: 'bank_amount_differs', paise: other.paise, rowId: other.id }
    const { paidFor } = named
    return paidFor === null || paidFor === depositId ? undefined : { code: 'bank_row_used', requestId: paidFor }
  }
  return { row: own ?? named, against: against() }
}

/** @throws Refusal of an approval that the bank's rows contradict */
function refuse(against: Against): never {
  const { code } = against
  if (code === 'bank_row_returned') throw new Refusal(code)
  if (code === 'bank_row_used') throw new Refusal(code, undefined, { requestId: against.requestId })
  const amount = Rupees.encode(against.paise)
  const text = `The bank's payment with this UTR is ${inRupees(amount)}. Approve the amount that arrived, or reject this request ("Amount differs").`
  throw new Refusal(code, text, { amount })
}

const resembles =
  'A request with nearly the UTR of the bank row was approved without a row. Compare the two under Near matches of the statement. If they are two payments, first read the statement with the other one.'

const namesPayout =
  'The text of the bank row has the id of a withdrawal of this amount: it may be a returned payout. Compare the two under Near matches of the statement.'

/**
 * Locks a row, and requires that it still matches a locked request or is reserved for it. A row that names another request
 * does not match. A row that resembles a request approved without a row is no exact match
 * (docs/internals/decisions/0020). A row that names a withdrawal pays a deposit only as a near match.
 * @throws Refusal `bank_row_changed`
 */
export async function requireRow(
  transaction: Queryable,
  { id, kind, amountPaise }: Pick<StoredRequest, 'id' | 'kind' | 'amountPaise'>,
  { rowId, match }: Pair,
): Promise<StoredRow> {
  const changed = new Refusal('bank_row_changed')
  const row = await lockRow(transaction, rowId)
  if (row === undefined || row.isReturned) throw changed
  if (row.paidFor === id) return row
  if (kind === 'deposit' && match === 'exact' && row.paidFor === null && row.namesPayout)
    throw new Refusal('bank_row_changed', namesPayout)
  const named = await readNamed(transaction, kind, [row], [id])
  const also = kind === 'deposit' && match === 'exact' ? await readApprovedLike(transaction, row) : []
  const found = matcherOf(kind, [...also, ...named], [row], await readDismissed(transaction, [row]))(row)
  if (row.paidFor === null && match === 'exact' && found?.near === 'paid' && found.requestId !== id)
    throw new Refusal('bank_row_changed', resembles)
  const isNear = found?.tab === 'paid' || (found?.tab === 'near' && found.near !== 'amount')
  const isShown = found?.tab === 'exact' || found?.near === 'amount' || (match === 'near' && isNear)
  const isWhatCounts = Math.abs(row.paise) === amountPaise
  if (row.paidFor !== null || found?.requestId !== id || !isShown || !isWhatCounts) throw changed
  return row
}

/**
 * Has an approval take its bank row, under the lock of the request: the row that the admin saw, else the row of the bank. An
 * approval without a row is possible.
 * @throws Refusal `bank_amount_differs`, `bank_row_returned`, `bank_row_used`; `bank_row_changed` when the row cannot
 *   pay for the request any more
 * @returns the row, or null
 */
export async function takeBankRow(
  transaction: Queryable,
  deposit: StoredRequest,
  shown: Pair | undefined,
): Promise<string | null> {
  const { row, against } = await readBankSays(transaction, deposit.id)
  if (against !== undefined) refuse(against)
  const pair = shown ?? (row && { rowId: row.id, match: 'exact' as const })
  if (pair === undefined) return null
  const { paidFor } = await requireRow(transaction, deposit, pair)
  if (paidFor === null) await linkRow(transaction, 'deposit', deposit.id, pair.rowId)
  return pair.rowId
}

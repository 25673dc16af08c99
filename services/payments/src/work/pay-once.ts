import { inRupees, pairMatches, Rupees } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { approvedNear, askedWith, findAsked, lockApproved } from '../db/asked-deposits.ts'
import {
  amountsWith,
  creditsNear,
  findFirstRow,
  lockRow,
  lockNamed,
  markPaidFor,
  namesApproved,
  noteFirstRow,
  refusedPairs,
  withOthers,
} from '../db/bank-rows.ts'
import type { Credit, NamedAmount } from '../db/bank-rows.ts'
import { inContested } from '../db/contested.ts'
import { paidByItsRow } from '../db/hints.ts'
import { Matcher, ownReferences, pairKeys, wasSentBack } from '../domain/bank/match.ts'
import type { AskedDeposit, Match } from '../domain/bank/match.ts'
import { wasRead } from './keep-statement.ts'

/** The most rows near one request, and requests near one row. Real data stays below. */
const mostNear = 50
/**
 * The most rows of each kind with the exact reference. The limit is low, because each row may need
 * a read of the audit log.
 */
const mostNamed = 10

/** The pair has changed since the page showed it. */
export const pairChanged = (
  message = 'The bank row and the request do not match any more. Look at them again.',
): Refusal => new Refusal('bank_row_near', message)

const notRead =
  'This bank row is in no bank statement that an admin read, so no request can be approved by it. Tell the operator.'

/**
 * The pairs that admins marked as not the same. Each mark needs an audit row.
 * @throws Error for a mark without an audit row, which an attacker may have written
 */
async function saidNone(
  { audit }: Context,
  db: Queryable,
  rowIds: readonly string[],
  ofDeposit: string | null,
): Promise<ReadonlySet<string>> {
  const pairs = await refusedPairs(db, rowIds, ofDeposit)
  for (const { rowId, depositId } of pairs)
    await audit.requireWritten(db, { action: 'bank-match.refuse', target: rowId, detail: { depositId } })
  return pairKeys(pairs)
}

/**
 * The present match of a row. `own` is always compared, even if the row does not name it.
 * @throws Error as `saidNone` does
 */
async function matchNow(ctx: Context, db: Queryable, credit: Credit, own: AskedDeposit): Promise<Match> {
  const asked = [
    ...(await askedWith(db, [...credit.utrs, ...credit.parts])),
    ...(await approvedNear(db, credit, mostNear)),
    own,
  ]
  const requests = [...new Map(asked.map((one) => [one.id, one])).values()]
  const sorted = requests.sort((one, other) => (one.id < other.id ? -1 : 1))
  return new Matcher(sorted, await saidNone(ctx, db, [credit.id], null)).match(credit)
}

/** A pair as the page showed it. `returned`: near, with the warning that the bank may have sent the payment back. */
export interface Pair {
  readonly rowId: string
  readonly depositId: string
  readonly match: (typeof pairMatches)[number]
}

/**
 * Whether a pair still matches. The caller holds the locks of `lockNamed`.
 * @returns false when the row does not name the request, has another amount, or has already paid
 * @throws Refusal `bank_row_near` when no statement that an admin read has the row
 */
async function isPairStill(ctx: Context, transaction: Queryable, pair: Pair): Promise<boolean> {
  const { rowId, depositId, match } = pair
  const locked = await lockRow(transaction, rowId)
  const [row] = locked?.kind === 'credit' ? await withOthers(transaction, [locked]) : []
  if (row === undefined) return false
  if (!(await wasRead(ctx, transaction, pair))) throw pairChanged(notRead)
  const own = await findAsked(transaction, depositId)
  if (own?.paise !== row.paise) return false
  const { tab, near, requestId } = await matchNow(ctx, transaction, row, own)
  const shown = near === 'returned' ? near : tab
  return shown === match && near !== 'amount' && near !== 'used' && requestId === depositId
}

const isOfOthers =
  'Several bank rows have this UTR beside another UTR, so the number is no reference of one payment. Look for the payment under Bank statement. If it is missing there, reject the request.'

const rowIsUsedFor = (email: string): string =>
  `The bank's payment of this amount with this UTR has paid for a request of ${email}, or names it, too. Reject this one; or, where it is another payment, say so under Bank statement, Kept credits first.`

/**
 * What bank rows with the reference say against a request. `paise` is the bank's amount. `isRead`:
 * an admin read a statement with the row.
 */
export type SaidAgainst =
  | { readonly code: 'bank_amount_differs'; readonly paise: Paise; readonly isRead: boolean }
  | { readonly code: 'bank_row_returned'; readonly isRead: boolean }

/** Credits of one amount that were not sent back, without those that an admin marked as another payment. */
function stayedOf(rows: readonly NamedAmount[], counts: (row: NamedAmount) => boolean): NamedAmount[] {
  const counted = rows.filter(counts)
  const days = counted.map(({ day, paise }) => ({ day, came: paise > 0 ? 1 : 0, left: paise < 0 ? 1 : 0 }))
  return counted.filter(({ isClaimed, day }) => isClaimed && !wasSentBack(days, day))
}

/**
 * What the bank says against a request. Rows that an admin marked as another payment do not count.
 *
 * - A row for the request (a credit of its amount, or a debit of another amount) counts only from a
 *   statement that an admin read.
 * - A row against the request always counts, even if an attacker wrote it. A row that no admin read is logged.
 */
export async function saidAgainst(ctx: Context, db: Queryable, depositId: string): Promise<SaidAgainst | undefined> {
  const asked = await findAsked(db, depositId)
  if (asked === undefined) return undefined
  const named = await amountsWith(db, asked, mostNamed)
  if (named.every(({ paise }) => paise === asked.paise)) return undefined
  const read = new Set<string>()
  for (const { rowId } of named) if (await wasRead(ctx, db, { rowId, depositId })) read.add(rowId)
  const ofAmount = Map.groupBy(named, ({ paise }) => Math.abs(paise))
  const own = ofAmount.get(asked.paise) ?? []
  if (stayedOf(own, ({ rowId, paise }) => paise < 0 || read.has(rowId)).length > 0) return undefined
  // The amount has left. The bank sent the credit back, or cut the reference in the text of the credit.
  const isTheirs = own.some(({ isClaimed }) => isClaimed) || own.every(({ paise }) => paise < 0)
  const debits = own.filter(({ paise }) => paise < 0)
  if (isTheirs && debits.length > 0)
    return { code: 'bank_row_returned', isRead: debits.some(({ rowId }) => read.has(rowId)) }
  ofAmount.delete(asked.paise)
  const [other] = [...ofAmount.values()].flatMap((rows) =>
    stayedOf(rows, ({ rowId, paise }) => paise > 0 || read.has(rowId)),
  )
  return other && { code: 'bank_amount_differs', paise: other.paise, isRead: read.has(other.rowId) }
}

/** @throws Refusal `bank_amount_differs`, `bank_row_returned` */
async function requireBankAgrees(ctx: Context, db: Queryable, depositId: string): Promise<void> {
  const said = await saidAgainst(ctx, db, depositId)
  if (said === undefined) return
  if (said.code === 'bank_row_returned') throw new Refusal(said.code, said.isRead ? undefined : notRead)
  const amount = Rupees.encode(said.paise)
  if (!said.isRead) throw new Refusal('bank_amount_differs', notRead, { amount })
  const text = `The bank's payment with this UTR is ${inRupees(amount)}. Reject this request ("Amount differs"): the player can ask again for what the bank has. Where the bank's row stands under Bank statement, Kept credits, and is another payment, say there that the two are not the same.`
  throw new Refusal('bank_amount_differs', text, { amount })
}

/**
 * Checks an approval without a row, under the lock of the request. An admin who sees both requests
 * decides these cases first, under Bank statement (docs/internals/decisions/0020):
 *
 * - A free row with nearly the reference may be the payment.
 * - A free row that may be the payment may have paid for a request that was approved without a row.
 * - The row with the reference has paid for another request, or names another approved request.
 * @throws Refusal `bank_row_near`; `bank_row_used` with the other request
 */
async function requireNoNearRow(ctx: Context, transaction: Queryable, depositId: string): Promise<void> {
  const own = await findAsked(transaction, depositId)
  if (own === undefined) throw new Refusal('not_found')
  const credits = await withOthers(transaction, await creditsNear(transaction, own, mostNear))
  // The limit cut the list, so the payment of this request may be missing.
  if (credits.length === mostNear) throw new Refusal('bank_row_near')
  for (const credit of credits) {
    if (credit.repeated.includes(own.utr) && ownReferences(credit).length > 0) throw pairChanged(isOfOthers)
    const { near, requestId } = await matchNow(ctx, transaction, credit, own)
    const isOwn = requestId === own.id && near !== 'amount' && near !== 'several' && near !== 'used'
    const hasLeft = credit.left.length > 0 && credit.utrs.includes(own.utr)
    if (near !== 'paid' && !hasLeft && (near === null || !isOwn)) continue
    if (!(await wasRead(ctx, transaction, { rowId: credit.id, depositId }))) throw pairChanged(notRead)
    throw new Refusal('bank_row_near')
  }
  const [other] = await paidByItsRow(transaction, depositId)
  if (other !== undefined) throw new Refusal('bank_row_used', rowIsUsedFor(other.playerEmail), { requestId: other.id })
  // A row with this reference may have paid already: as a row of other columns, or by another number in its text.
  for (const credit of credits.filter(({ utrs }) => utrs.includes(own.utr)))
    if (credit.isPaidBefore || (await namesApproved(transaction, credit.id, own.id))) throw new Refusal('bank_row_near')
}

const firstRowChanged =
  'The bank row of the first approval has changed. It paid for another request, was returned by the bank, or was marked as another payment. Look for the payment under Bank statement, Kept credits. If it is missing there, reject the request.'

/** The pair of the first approval, if the first of two admins approved by a bank row. */
async function findFirstPair({ audit }: Context, transaction: Queryable, depositId: string): Promise<Pair | undefined> {
  const rowId = await findFirstRow(transaction, depositId)
  if (rowId === null) return undefined
  const { says } = await audit.newestOf(transaction, { action: 'deposit.approve-first', target: depositId })
  return { rowId, depositId, match: pairMatches.find((match) => match === says?.match) ?? 'near' }
}

export interface Approval {
  readonly depositId: string
  /** The first of two approvals. */
  readonly isFirst: boolean
  /** The pair that the admin saw. Without a pair, a second approval uses the row of the first approval, if any. */
  readonly shown: Pair | undefined
}

/**
 * Checks every approval, on each page and for each of two admins, under the lock of the request. No bank
 * row may speak against the request, and its row may pay for no other request.
 * @throws Refusal `bank_amount_differs`, `bank_row_returned`, `bank_row_near`, `bank_row_used`
 */
export async function payOnce(
  ctx: Context,
  transaction: Queryable,
  { depositId, isFirst, shown }: Approval,
): Promise<void> {
  await saidNone(ctx, transaction, [], depositId)
  await requireBankAgrees(ctx, transaction, depositId)
  const pair = shown ?? (isFirst ? undefined : await findFirstPair(ctx, transaction, depositId))
  if (pair === undefined) return requireNoNearRow(ctx, transaction, depositId)
  if (!(await isPairStill(ctx, transaction, pair))) throw pairChanged(shown ? undefined : firstRowChanged)
  await (isFirst ? noteFirstRow : markPaidFor)(transaction, pair.rowId, depositId)
}

/**
 * Notes that a row has paid for a request that was approved without a row. No money is credited, and the
 * row cannot pay for another request.
 * @returns false when the request is not approved or already has its row, also on a repeat
 * @throws Refusal `bank_row_near` when the pair does not match any more
 */
export function notePayment(
  ctx: Context,
  pair: Pair & { readonly admin: Admin; readonly meta: CallMeta },
): Promise<boolean> {
  const { rowId, depositId, admin, meta } = pair
  return inContested(ctx.db, async (transaction) => {
    await lockNamed(transaction, depositId, rowId)
    const own = await lockApproved(transaction, depositId)
    if (own === undefined || own.hasRow) return false
    if (!(await isPairStill(ctx, transaction, pair))) throw pairChanged()
    await markPaidFor(transaction, rowId, depositId)
    const detail = { depositId, amountPaise: own.paise }
    await ctx.audit.append(transaction, { admin, action: 'bank-match.note', target: rowId, detail, meta })
    return true
  })
}

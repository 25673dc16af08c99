import { inRupees, pairMatches, Rupees } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import {
  amountsWith,
  approvedNear,
  askedWith,
  creditsNear,
  findAsked,
  findFirstRow,
  lockApproved,
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
import { Matcher, pairKeys, wasSentBack } from '../domain/bank/match.ts'
import type { AskedDeposit, Match } from '../domain/bank/match.ts'
import { wasRead } from './keep-statement.ts'

/** Rows that one request may be near to, and requests that one row may: more than there ever are. */
const mostNear = 50
/** Rows with the very reference of a request, of each kind: fewer, as each may be asked about. */
const mostNamed = 10

/** What the page showed is not so any more. */
export const pairChanged = (
  message = 'The bank row and the request do not match any more. Look at them again.',
): Refusal => new Refusal('bank_row_near', message)

const notRead =
  'This bank row is in no bank statement that an admin read, so no request can be approved by it. Tell the operator.'

/**
 * What persons have said of rows, and of a request: an approval counts what the audit log has alone.
 * @throws Error where somebody has written into the database that a pair is none
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

/** Where a row belongs at this moment; `own` is compared too, whatever the row names. @throws Error as `saidNone` does */
async function matchNow(ctx: Context, db: Queryable, credit: Credit, own: AskedDeposit): Promise<Match> {
  const asked = [...(await askedWith(db, credit.utrs)), ...(await approvedNear(db, credit, mostNear)), own]
  const requests = [...new Map(asked.map((one) => [one.id, one])).values()]
  const sorted = requests.sort((one, other) => (one.id < other.id ? -1 : 1))
  return new Matcher(sorted, await saidNone(ctx, db, [credit.id], null)).match(credit)
}

/** A pair as it was shown. `returned`: near, and told that the bank has perhaps sent the payment back. */
export interface Pair {
  readonly rowId: string
  readonly depositId: string
  readonly match: (typeof pairMatches)[number]
}

/** Under the locks of `lockNamed`. @returns false when the row does not name it, has another amount, or has paid already @throws Refusal `bank_row_near` when it stands in no statement that was read */
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

const rowIsUsedFor = (email: string): string =>
  `The bank's payment of this amount with this UTR has paid for a request of ${email}, or names it, too. Reject this one; or, where it is another payment, say so under Bank statement, Kept credits first.`

/** What the bank's own rows with the reference of a request say against it; `paise` is what the bank has, `isRead` says whether some statement that was read has it. */
export type SaidAgainst =
  | { readonly code: 'bank_amount_differs'; readonly paise: Paise; readonly isRead: boolean }
  | { readonly code: 'bank_row_returned'; readonly isRead: boolean }

/** Of rows of one amount those that came and stayed, and of which nobody has said that they are another payment. */
function stayedOf(rows: readonly NamedAmount[], counts: (row: NamedAmount) => boolean): NamedAmount[] {
  const counted = rows.filter(counts)
  const days = counted.map(({ day, paise }) => ({ day, came: paise > 0 ? 1 : 0, left: paise < 0 ? 1 : 0 }))
  return counted.filter(({ isClaimed, day }) => isClaimed && !wasSentBack(days, day))
}

/**
 * What the bank says against a request, as far as no person has said that its row is another payment. What speaks for the request has to have been read: that its amount came, or that another one has left. What
 * speaks against it counts whoever has written it, and is logged where nobody has read it.
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
  // It has left: the one that came was sent back, or the bank has cut the text of that.
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
 * Before a request is approved without a row, under its lock: no free row of the bank may be its payment under nearly its reference, and none that is may be that of a request which was approved without a row. Nor has
 * the row with its reference paid for another request, or was one approved that it names, too. Each is settled at the desk of bank statements first, by a person who sees both (docs/internals/decisions/0020).
 * @throws Refusal `bank_row_near`; `bank_row_used` with the other request
 */
async function requireNoNearRow(ctx: Context, transaction: Queryable, depositId: string): Promise<void> {
  const own = await findAsked(transaction, depositId)
  if (own === undefined) throw new Refusal('not_found')
  const credits = await withOthers(transaction, await creditsNear(transaction, own, mostNear))
  // More than are looked at: what of them is its own nobody knows.
  if (credits.length === mostNear) throw new Refusal('bank_row_near')
  for (const credit of credits) {
    const { near, requestId } = await matchNow(ctx, transaction, credit, own)
    const isOwn = requestId === own.id && near !== 'amount' && near !== 'several' && near !== 'used'
    const hasLeft = credit.left.length > 0 && credit.utrs.includes(own.utr)
    if (near !== 'paid' && !hasLeft && (near === null || !isOwn)) continue
    if (!(await wasRead(ctx, transaction, { rowId: credit.id, depositId }))) throw pairChanged(notRead)
    throw new Refusal('bank_row_near')
  }
  const [other] = await paidByItsRow(transaction, depositId)
  if (other !== undefined) throw new Refusal('bank_row_used', rowIsUsedFor(other.playerEmail), { requestId: other.id })
  // What names it may have paid already all the same: as read with other columns, or for another number of it.
  for (const credit of credits.filter(({ utrs }) => utrs.includes(own.utr)))
    if (credit.isPaidBefore || (await namesApproved(transaction, credit.id, own.id))) throw new Refusal('bank_row_near')
}

const firstRowChanged =
  'The bank row of the first approval has changed. It paid for another request, was returned by the bank, or was marked as another payment. Look for the payment under Bank statement, Kept credits. If it is missing there, reject the request.'

/** The pair by which the first of two admins has approved a request at the desk of bank statements. */
async function findFirstPair({ audit }: Context, transaction: Queryable, depositId: string): Promise<Pair | undefined> {
  const rowId = await findFirstRow(transaction, depositId)
  if (rowId === null) return undefined
  const { says } = await audit.newestOf(transaction, { action: 'deposit.approve-first', target: depositId })
  return { rowId, depositId, match: pairMatches.find((match) => match === says?.match) ?? 'near' }
}

export interface Approval {
  readonly depositId: string
  /** The first of two. */
  readonly isFirst: boolean
  /** By the row of this pair. Without it a second approval is by the row of the first one, if that had one. */
  readonly shown: Pair | undefined
}

/**
 * What every approval is held to, at whatever desk and by whichever of two admins, under the lock of the request: what the bank has of it does not speak against it, and pays for it alone.
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
 * Notes that a row has paid for a request that was approved without one: nothing is credited, and the row pays for nothing else. Again it changes nothing.
 * @returns false when the request is not approved, or has its row
 * @throws Refusal `bank_row_near` when the pair is not so any more
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

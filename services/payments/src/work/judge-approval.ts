import type { SecondAdminReason } from '@kismet/contracts'
import { takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { checkTwoPeople, readTwoAdmins } from '@kismet/service-kit/two-admins'
import type { Context } from '../context.ts'
import { findOwnReadersToday, noApprovals, readApprovedToday } from '../db/approved-today.ts'
import { readersOfRow } from '../db/bank-rows.ts'
import type { StoredRequest, StoredWithdrawal } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { approvalStep, choicesOf, isOwnRequest, rulesOf, secondAdminReasons } from '../domain/decision.ts'
import type { RowOrigin } from '../domain/decision.ts'

export interface Approval {
  readonly step: 'alone' | 'first' | 'second'
  /** Why it takes two admins, as far as this admin is concerned. */
  readonly reasons: readonly SecondAdminReason[]
  /** Null for a withdrawal. */
  readonly rowOrigin: RowOrigin | null
}

/** An earlier first approval. `otherFirst`: the id of its admin, if another person. `notCounted`: why not. */
export interface EarlierFirst {
  readonly otherFirst: string | null
  readonly notCounted: { readonly by: string; readonly until: string | null } | null
}

/**
 * Whether an earlier first approval is of another person than the admin. Asked outside of the transaction.
 * @throws Refusal `unavailable` when auth does not answer
 */
export async function findEarlierFirst(
  ctx: Pick<Context, 'bus'>,
  { status, firstApprovedBy, firstApprovedByName }: StoredRequest,
  admin: Admin,
  requestId: string,
): Promise<EarlierFirst> {
  if (status !== 'pending' || firstApprovedBy === null || firstApprovedBy === admin.id)
    return { otherFirst: null, notCounted: null }
  const { areTwo, until } = await readTwoAdmins(ctx.bus, [firstApprovedBy, admin.id], requestId)
  if (areTwo) return { otherFirst: firstApprovedBy, notCounted: null }
  return { otherFirst: null, notCounted: { by: firstApprovedByName ?? 'another admin', until } }
}

/** The id of an earlier first approver who is another person than the admin, or null. @throws as `findEarlierFirst` */
export const findOtherFirst = async (...asked: Parameters<typeof findEarlierFirst>): Promise<string | null> =>
  (await findEarlierFirst(...asked)).otherFirst

/** What auth says of the admins who uploaded a row. */
export interface Readers {
  /** The row, if another person uploaded it too. */
  readonly otherRowId: string | null
  /** The admin, and for an own row also the accounts that may be the same person. */
  readonly accountIds: readonly string[]
}

/** Most admins that auth is asked about. */
const mostReaders = 20

/** Asks auth which uploaders are other people. Without an answer, no admin is. Asked outside of the transaction. */
export async function findReaders(
  { bus, clock, db }: Pick<Context, 'bus' | 'clock' | 'db'>,
  adminId: string,
  rowId: string | null,
  requestId: string,
): Promise<Readers> {
  const own = { otherRowId: null, accountIds: [adminId] }
  if (rowId === null) return own
  const isOther = async (id: string) =>
    id !== adminId && (await checkTwoPeople(bus, [id, adminId], requestId).catch(() => false))
  const ofRow = await Promise.all((await readersOfRow(db, rowId, mostReaders)).map(isOther))
  if (ofRow.includes(true)) return { ...own, otherRowId: rowId }
  const ofToday = await findOwnReadersToday(db, clock.now(), mostReaders)
  const others = await Promise.all(ofToday.map(isOther))
  return { ...own, accountIds: [...new Set([adminId, ...ofToday.filter((_id, at) => others[at] === false)])] }
}

/**
 * Why an approval by this admin takes a second admin at this moment.
 * @param rowId the bank row of a deposit
 * @param lock with `FOR UPDATE`, approvals that count against the same sums wait for each other
 */
export async function readReasons(
  { clock, mode }: Pick<Context, 'clock' | 'mode'>,
  db: Queryable,
  { id, kind, amountPaise, playerId }: StoredRequest,
  adminId: string,
  rowId: string | null,
  { otherRowId, accountIds }: Readers,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Pick<Approval, 'reasons' | 'rowOrigin'>> {
  const { approvals, secondAbovePaise } = await readSettings(db)
  const rules = rulesOf(kind, choicesOf(approvals, mode), secondAbovePaise)
  const ofRow = rowId === null ? 'none' : rowId === otherRowId ? 'other' : 'own'
  const rowOrigin = kind === 'withdrawal' ? null : ofRow
  if (lock !== '') {
    // In this order, so that two approvals never wait for each other.
    if (rules.adminPaise !== null || rules.ownStatementPaise !== null)
      for (const id of accountIds.toSorted()) await takeLock(db, `approvals by ${id}`)
    if (rules.playerPaise !== null) await takeLock(db, `approvals for ${playerId}`)
  }
  const approved = await readApprovedToday(db, kind, [id], { adminId, accountIds }, clock.now())
  const today = approved.get(id) ?? noApprovals
  return { rowOrigin, reasons: secondAdminReasons({ amountPaise, rowOrigin, today }, rules) }
}

/** The ids of pending withdrawals whose next approval by this admin is the first of two. */
export async function awaitingFirst(
  { db, clock, mode }: { readonly db: Queryable } & Pick<Context, 'clock' | 'mode'>,
  withdrawals: readonly StoredWithdrawal[],
  adminId: string,
): Promise<ReadonlySet<string>> {
  const { approvals, secondAbovePaise } = await readSettings(db)
  const rules = rulesOf('withdrawal', choicesOf(approvals, mode), secondAbovePaise)
  const asked = withdrawals.filter((one) => one.status === 'pending' && one.firstApprovedBy === null)
  const ids = rules.adminPaise === null && rules.playerPaise === null ? [] : asked.map(({ id }) => id)
  const approved = await readApprovedToday(db, 'withdrawal', ids, { adminId, accountIds: [adminId] }, clock.now())
  const needs = ({ id, amountPaise }: StoredWithdrawal) =>
    secondAdminReasons({ amountPaise, rowOrigin: null, today: approved.get(id) ?? noApprovals }, rules).length > 0
  return new Set(asked.filter(needs).map(({ id }) => id))
}

/**
 * Judges the approval of a locked request.
 * @param otherFirst the answer of `findOtherFirst`
 * @param readers the answer of `findReaders`; without them, each row counts as an own row
 * @throws Refusal `own_request`; `second_admin_needed` for a repeated first approval
 */
export async function judgeApproval(
  ctx: Context,
  transaction: Queryable,
  asked: StoredRequest,
  admin: Admin,
  rowId: string | null,
  otherFirst: string | null,
  readers: Readers = { otherRowId: null, accountIds: [admin.id] },
): Promise<Approval> {
  if (isOwnRequest(asked, admin)) throw new Refusal('own_request')
  const found = await readReasons(ctx, transaction, asked, admin.id, rowId, readers, 'FOR UPDATE')
  // A first approval that came after the question to auth was not checked, so it does not count.
  const firstCounts = otherFirst !== null && otherFirst === asked.firstApprovedBy
  const step = approvalStep(found.reasons, asked.firstApprovedBy, admin.id, firstCounts)
  if (step === 'again') throw new Refusal('second_admin_needed')
  return { step, ...found }
}

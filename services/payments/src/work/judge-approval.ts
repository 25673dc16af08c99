import type { SecondAdminReason } from '@kismet/contracts'
import { takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { checkTwoPeople } from '@kismet/service-kit/two-admins'
import type { Context } from '../context.ts'
import { findOwnReadersToday, noApprovals, readApprovedToday } from '../db/approved-today.ts'
import { isReadByAny, readersOfRow } from '../db/bank-rows.ts'
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

/**
 * The id of an earlier first approver who is another person than the admin, or null. Asked outside of the transaction.
 * @throws Refusal `unavailable` when auth does not answer
 */
export async function findOtherFirst(
  ctx: Pick<Context, 'bus'>,
  { status, firstApprovedBy }: StoredRequest,
  admin: Admin,
  requestId: string,
): Promise<string | null> {
  if (status !== 'pending' || firstApprovedBy === null || firstApprovedBy === admin.id) return null
  return (await checkTwoPeople(ctx.bus, [firstApprovedBy, admin.id], requestId)) ? firstApprovedBy : null
}

/** What auth says of the admins whose part in the bank rows of deposits matters for an approval. */
export interface Readers {
  /** Those who uploaded the row and are other people than the admin. */
  readonly otherIds: readonly string[]
  /** The admin, and for an own row also the accounts that may be the same person. */
  readonly accountIds: readonly string[]
}

/** Most admins that auth is asked about. */
const mostReaders = 20

/** Asks auth which admins with a part in bank rows are other people. Without an answer, no admin is. Asked outside of the transaction. */
export async function findReaders(
  { bus, clock, db }: Pick<Context, 'bus' | 'clock' | 'db'>,
  adminId: string,
  rowId: string | null,
  requestId: string,
): Promise<Readers> {
  if (rowId === null) return { otherIds: [], accountIds: [adminId] }
  const areOthers = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => checkTwoPeople(bus, [id, adminId], requestId).catch(() => false)))
  const ofRow = (await readersOfRow(db, rowId, mostReaders)).filter((id) => id !== adminId)
  const others = await areOthers(ofRow)
  const otherIds = ofRow.filter((_id, at) => others[at])
  if (otherIds.length > 0) return { otherIds, accountIds: [adminId] }
  const ofToday = (await findOwnReadersToday(db, clock.now(), mostReaders)).filter((id) => id !== adminId)
  const isOther = await areOthers(ofToday)
  return { otherIds, accountIds: [adminId, ...ofToday.filter((_id, at) => isOther[at] === false)] }
}

/**
 * Why an approval by this admin takes a second admin at this moment.
 * @param rowId the bank row of a deposit. Without another reader, only statements of the admin have the row.
 * @param lock with `FOR UPDATE`, approvals that count against the same sums wait for each other
 */
export async function readReasons(
  { clock, mode }: Pick<Context, 'clock' | 'mode'>,
  db: Queryable,
  { id, kind, amountPaise, playerId }: StoredRequest,
  adminId: string,
  rowId: string | null,
  { otherIds, accountIds }: Readers,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Pick<Approval, 'reasons' | 'rowOrigin'>> {
  const { approvals, secondAbovePaise } = await readSettings(db)
  const rules = rulesOf(kind, choicesOf(approvals, mode), secondAbovePaise)
  const originOf = async (row: string): Promise<RowOrigin> => ((await isReadByAny(db, row, otherIds)) ? 'other' : 'own')
  const rowOrigin = kind === 'withdrawal' ? null : rowId === null ? 'none' : await originOf(rowId)
  if (lock !== '') {
    // In this order, so that two approvals never wait for each other.
    if (rules.adminPaise !== null || rules.ownStatementPaise !== null)
      for (const id of accountIds.toSorted()) await takeTurn(db, `approvals by ${id}`)
    if (rules.playerPaise !== null) await takeTurn(db, `approvals for ${playerId}`)
  }
  const today = await readApprovedToday(db, { id, kind, playerId, adminId, accountIds }, clock.now())
  return { rowOrigin, reasons: secondAdminReasons({ amountPaise, rowOrigin, today }, rules) }
}

/** The ids of pending withdrawals whose next approval by this admin is the first of two. */
export async function awaitingFirst(
  { db, clock, mode }: Pick<Context, 'db' | 'clock' | 'mode'>,
  withdrawals: readonly StoredWithdrawal[],
  adminId: string,
): Promise<ReadonlySet<string>> {
  const { approvals, secondAbovePaise } = await readSettings(db)
  const rules = rulesOf('withdrawal', choicesOf(approvals, mode), secondAbovePaise)
  const isDaily = rules.adminPaise !== null || rules.playerPaise !== null
  const found = new Set<string>()
  for (const one of withdrawals) {
    if (one.status !== 'pending' || one.firstApprovedBy !== null) continue
    const asked = { ...one, adminId, accountIds: [adminId] }
    const today = isDaily ? await readApprovedToday(db, asked, clock.now()) : noApprovals
    if (secondAdminReasons({ amountPaise: one.amountPaise, rowOrigin: null, today }, rules).length > 0)
      found.add(one.id)
  }
  return found
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
  readers: Readers = { otherIds: [], accountIds: [admin.id] },
): Promise<Approval> {
  if (isOwnRequest(asked, admin)) throw new Refusal('own_request')
  const found = await readReasons(ctx, transaction, asked, admin.id, rowId, readers, 'FOR UPDATE')
  // A first approval that came after the question to auth was not checked, so it does not count.
  const firstCounts = otherFirst !== null && otherFirst === asked.firstApprovedBy
  const step = approvalStep(found.reasons, asked.firstApprovedBy, admin.id, firstCounts)
  if (step === 'again') throw new Refusal('second_admin_needed')
  return { step, ...found }
}

import { inRupees } from '@kismet/contracts'
import type { DepositRules, Paise, RequestKind, SecondAdminReason } from '@kismet/contracts'
import { inTransaction, isContention, isUniqueViolation } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { By, Context } from '../context.ts'
import { freeRow, linkRow } from '../db/bank-rows.ts'
import { askedOf, changeRequest, firstDueMs, requireRequest } from '../db/requests.ts'
import type { StoredOf, StoredRequest } from '../db/requests.ts'
import { readReason } from '../domain/decision.ts'
import { setCreditedAmount, findRulesForMore } from './credited-amount.ts'
import { announceQueue, announceRequest, tellPlayer } from './announce.ts'
import { findEarlierFirst, findReaders, judgeApproval } from './judge-approval.ts'
import type { Approval, EarlierFirst, Readers } from './judge-approval.ts'
import { bookNow } from './outbox.ts'
import { endPayout } from './end-payout.ts'
import type { Paid } from './end-payout.ts'
import { readPayoutAtBank } from './payout-at-bank.ts'
import { readBankSays, takeBankRow } from './take-bank-row.ts'
import type { Pair } from './take-bank-row.ts'

export interface DecisionOrder<Kind extends RequestKind> extends By {
  readonly kind: Kind
  readonly id: string
  readonly status: 'approved' | 'rejected'
  readonly reason?: string | undefined
  /** The amount that is credited, if an approval names one; else what the player asked for. */
  readonly amountPaise?: Paise | undefined
  /** The bank row by which a deposit is approved. */
  readonly shown?: Pair
  /** How the bank paid an approved withdrawal. */
  readonly paid?: Paid
  /** Refuses an approval that takes two admins, also its second one. */
  readonly isAlone?: boolean
}

export interface Decided<Kind extends RequestKind> {
  readonly request: StoredOf<Kind>
  /** The first of two approvals: the request is still pending. */
  readonly pendingSecondApproval: boolean
  /** Why another admin has to approve it too. */
  readonly secondAdminReasons: readonly SecondAdminReason[]
  /** An earlier first approval that this one replaces, because both admins count as one person. */
  readonly firstNotCounted?: NonNullable<EarlierFirst['notCounted']>
  /** False while the wallet does not answer; the booking follows by itself. */
  readonly isBooked: boolean
}

/** An approval that the admin may not give alone. */
export class NotAlone extends Refusal {
  readonly reasons: readonly SecondAdminReason[]

  constructor(reasons: readonly SecondAdminReason[]) {
    super('second_admin_needed', 'This approval takes two admins. Open the request to approve it.')
    this.reasons = reasons
  }
}

const actions = { approved: 'approve', rejected: 'reject', first: 'approve-first' } as const

/**
 * Decides a request, has the wallet book the decision, and tells player and admins.
 * @throws Refusal `not_found`, `already_decided`, `own_request`, `second_admin_needed`; the refusals of `takeBankRow` and
 *   `endPayout` and `setCreditedAmount`; `NotAlone`. `hold_differs`: the wallet holds another amount. An admin is about to pay the withdrawal. `unavailable`:
 *   auth does not answer before a second approval.
 */
export async function decideRequest<Kind extends RequestKind>(
  ctx: Context,
  order: DecisionOrder<Kind>,
): Promise<Decided<Kind>> {
  const { kind, status, meta } = order
  const before = await requireRequest(ctx.db, order.id, [kind])
  const isApproval = status === 'approved'
  const amountPaise = (isApproval ? order.amountPaise : undefined) ?? askedOf(before)
  const earlier = isApproval ? await findEarlierFirst(ctx, before, order.admin, meta.requestId) : undefined
  const readers = kind === 'deposit' && isApproval ? await readersOf(ctx, order, amountPaise) : undefined
  const rules = isApproval ? await findRulesForMore(ctx, before, amountPaise, meta.requestId) : undefined
  const asked = { amountPaise, otherFirst: earlier?.otherFirst ?? null, readers, rules }
  const { request, approval } = await inContested(ctx.db, (transaction) => write(ctx, transaction, order, asked))
  const { id } = request
  const pendingSecondApproval = approval?.step === 'first'
  const answer = { pendingSecondApproval, secondAdminReasons: pendingSecondApproval ? approval.reasons : [] }
  const notCounted = earlier?.notCounted
  if (pendingSecondApproval)
    return { request, ...answer, ...(notCounted && { firstNotCounted: notCounted }), isBooked: false }
  await announceQueue(ctx)
  const isToBook = hasBooking({ kind, status })
  const error = isToBook ? await bookNow(ctx, id, meta.requestId) : undefined
  if (!isToBook || (error !== undefined && kind === 'withdrawal')) await announceRequest(ctx, id, meta.requestId)
  if (isRefusal(error, 'hold_differs')) throw error
  return { request: await requireRequest(ctx.db, id, [kind]), ...answer, isBooked: error === undefined }
}

/** Whether the wallet books a decision: each but the rejection of a deposit. */
const hasBooking = ({ kind, status }: Pick<StoredRequest, 'kind' | 'status'>): boolean =>
  kind === 'withdrawal' || status === 'approved'

/** The admins with a part in the row that an approval is about to take. A row that comes later counts as an own row. */
async function readersOf(
  ctx: Context,
  { id, shown, admin, meta }: Pick<DecisionOrder<RequestKind>, 'id' | 'shown' | 'admin' | 'meta'>,
  amountPaise: Paise,
): Promise<Readers> {
  const rowId = shown?.rowId ?? (await readBankSays(ctx.db, id, amountPaise)).row?.id ?? null
  return findReaders(ctx, admin.id, rowId, meta.requestId)
}

/** What was found out before the transaction. */
interface Asked {
  readonly amountPaise: Paise
  readonly otherFirst: string | null
  readonly readers: Readers | undefined
  readonly rules: DepositRules | undefined
}

/** Writes the decision, with which its booking is due, and its audit row. */
async function write<Kind extends RequestKind>(
  ctx: Context,
  transaction: Queryable,
  { kind, id, status, reason, admin, meta, shown, paid, isAlone = false }: DecisionOrder<Kind>,
  { amountPaise, otherFirst, readers, rules }: Asked,
): Promise<{ request: StoredOf<Kind>; approval: Approval | undefined }> {
  const locked: StoredRequest = await requireRequest(transaction, id, [kind], 'FOR UPDATE')
  requireUndecided(locked)
  const asked = await setCreditedAmount(ctx, transaction, locked, amountPaise, rules)
  const isApproval = status === 'approved'
  const rowId = kind === 'deposit' && isApproval ? await takeBankRow(transaction, asked, shown) : null
  if (kind === 'deposit' && !isApproval) await freeRow(transaction, asked.id)
  const approval = isApproval
    ? await judgeApproval(ctx, transaction, asked, admin, rowId, otherFirst, readers)
    : undefined
  if (isAlone && approval !== undefined && approval.step !== 'alone') throw new NotAlone(approval.reasons)
  const nowMs = ctx.clock.now()
  const at = new Date(nowMs)
  const adminReason = readReason(reason)
  const isFirst = approval?.step === 'first'
  const ofPayout =
    asked.kind === 'withdrawal' ? await endPayout(transaction, asked, { status, isFirst, admin, paid, nowMs }) : {}
  const change = isFirst
    ? { first_approved_at: at, first_approved_by: admin.id, first_approved_by_name: admin.username }
    : {
        ...{ status, admin_reason: adminReason, due_at: new Date(nowMs + firstDueMs) },
        ...{ decided_at: at, decided_by: admin.id, decided_by_name: admin.username },
        ...(approval && { row_origin: approval.rowOrigin, approved_alone: approval.step === 'alone' }),
        ...ofPayout,
      }
  const request = await changeRequest(transaction, asked.id, 'pending', change)
  if (request === undefined) throw new Error('A request has changed under a lock')
  if (!isFirst && !hasBooking(request)) await tellPlayer(transaction, ctx, request)
  if (request.kind === 'withdrawal' && request.status === 'approved') {
    const debitId = paid && 'rowId' in paid ? paid.rowId : (await readPayoutAtBank(transaction, request)).stands?.id
    if (debitId !== undefined) await linkRow(transaction, kind, request.id, debitId)
  }
  await ctx.audit.append(transaction, {
    admin,
    action: `${kind}.${actions[isFirst ? 'first' : status]}`,
    target: asked.id,
    detail: {
      playerId: asked.playerId,
      amountPaise,
      ...(amountPaise !== askedOf(asked) && { askedPaise: askedOf(asked) }),
      reason: adminReason,
      ...detailOf(request, shown, rowId, approval),
    },
    meta,
  })
  return { request: request as StoredOf<Kind>, approval }
}

function detailOf(
  request: StoredRequest,
  shown: Pair | undefined,
  rowId: string | null,
  approval: Approval | undefined,
): Readonly<Record<string, string>> {
  const reasons = approval?.step === 'first' && { secondAdmin: approval.reasons.join(', ') }
  if (request.kind === 'withdrawal') {
    const { accountNumber, ifsc } = request.account
    const { paidReference } = request
    return {
      accountEnd: accountNumber.slice(-4),
      accountIfsc: ifsc,
      ...(paidReference !== null && { paidReference }),
      ...reasons,
    }
  }
  const row = approval && { bankRow: rowId ?? 'none', ...(shown && { match: shown.match }) }
  return { method: request.method, utr: request.utr, ...row, ...reasons }
}

/** @throws Refusal `already_decided` */
export function requireUndecided(request: StoredRequest): void {
  const { status, decidedByName, amountPaise } = request
  if (status === 'pending') return
  const amount = amountPaise === askedOf(request) ? '' : ` with ${inRupees(amountPaise / 100)}`
  const text = `This request has been ${status} already by ${decidedByName ?? 'another admin'}${amount}.`
  throw new Refusal('already_decided', text)
}

const rowTaken = ['bank_row_deposit_id_key', 'bank_row_withdrawal_id_key']

/**
 * Runs a transaction, and repeats it when another admin has locked the same rows or linked the same request: nothing was
 * written then.
 */
export async function inContested<T>(
  db: Pool,
  work: (transaction: Queryable) => Promise<T>,
  triesLeft = 3,
): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    const isContested = isContention(error) || rowTaken.some((constraint) => isUniqueViolation(error, constraint))
    if (isContested && triesLeft > 1) return inContested(db, work, triesLeft - 1)
    throw error
  }
}

import type { RequestKind } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction, isContention } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { freeRow } from '../db/bank-rows.ts'
import { changeRequest, firstDueMs, requireRequest } from '../db/requests.ts'
import type { StoredOf, StoredRequest } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { approvalStep, isOwnRequest, readReason } from '../domain/decision.ts'
import { announceQueue, announceRequest } from './announce.ts'
import { bookNow } from './outbox.ts'
import { takeBankRow } from './take-bank-row.ts'
import type { Pair } from './take-bank-row.ts'

export interface DecisionOrder<Kind extends RequestKind> {
  readonly kind: Kind
  readonly id: string
  readonly status: 'approved' | 'rejected'
  readonly reason?: string | undefined
  readonly admin: Admin
  readonly meta: CallMeta
  /** The bank row by which a deposit is approved. */
  readonly shown?: Pair
}

export interface Decided<Kind extends RequestKind> {
  readonly request: StoredOf<Kind>
  /** The first of two approvals: the request is still pending. */
  readonly pendingSecondApproval: boolean
  /** False while the wallet does not answer; the booking follows by itself. */
  readonly isBooked: boolean
}

const actions = { approved: 'approve', rejected: 'reject', first: 'approve-first' } as const

/**
 * Decides a request, has the wallet book the decision, and tells player and admins.
 * @throws Refusal `not_found`, `already_decided`, `own_request`, `second_admin_needed`; `hold_differs` when the wallet
 *   holds another amount, because a person is about to pay the withdrawal; the refusals of `takeBankRow`
 */
export async function decideRequest<Kind extends RequestKind>(
  ctx: Context,
  order: DecisionOrder<Kind>,
): Promise<Decided<Kind>> {
  const { kind, status, meta } = order
  const { request, pendingSecondApproval } = await inContested(ctx.db, (transaction) => write(ctx, transaction, order))
  const { id } = request
  if (pendingSecondApproval) return { request, pendingSecondApproval, isBooked: false }
  await announceQueue(ctx)
  const hasBooking = kind === 'withdrawal' || status === 'approved'
  const error = hasBooking ? await bookNow(ctx, id, meta.requestId) : undefined
  if (!hasBooking || (error !== undefined && kind === 'withdrawal')) await announceRequest(ctx, id, meta.requestId)
  if (isRefusal(error, 'hold_differs')) throw error
  return { request: await requireRequest(ctx.db, id, [kind]), pendingSecondApproval, isBooked: error === undefined }
}

/** Writes the decision, with which its booking is due, and its audit row. */
async function write<Kind extends RequestKind>(
  ctx: Context,
  transaction: Queryable,
  { kind, id, status, reason, admin, meta, shown }: DecisionOrder<Kind>,
): Promise<{ request: StoredOf<Kind>; pendingSecondApproval: boolean }> {
  const asked = await requireRequest(transaction, id, [kind], 'FOR UPDATE')
  requireUndecided(asked)
  const isFirst = status === 'approved' && (await isFirstOfTwo(transaction, asked, admin))
  if (kind === 'deposit')
    await (status === 'approved' ? takeBankRow(transaction, asked.id, shown) : freeRow(transaction, asked.id))
  const nowMs = ctx.clock.now()
  const at = new Date(nowMs)
  const adminReason = readReason(reason)
  const change = isFirst
    ? { first_approved_at: at, first_approved_by: admin.id, first_approved_by_name: admin.username }
    : {
        ...{ status, admin_reason: adminReason, due_at: new Date(nowMs + firstDueMs) },
        ...{ decided_at: at, decided_by: admin.id, decided_by_name: admin.username },
      }
  const request = await changeRequest(transaction, asked.id, 'pending', change)
  if (request === undefined) throw new Error('A request has changed under a lock')
  await ctx.audit.append(transaction, {
    admin,
    action: `${kind}.${actions[isFirst ? 'first' : status]}`,
    target: asked.id,
    detail: {
      playerId: asked.playerId,
      amountPaise: asked.amountPaise,
      reason: adminReason,
      ...detailOf(request, shown),
    },
    meta,
  })
  return { request: request as StoredOf<Kind>, pendingSecondApproval: isFirst }
}

function detailOf(request: StoredRequest, shown: Pair | undefined): Readonly<Record<string, string>> {
  if (request.kind === 'withdrawal') {
    const { accountNumber, ifsc } = request.account
    return { accountNumber, accountIfsc: ifsc }
  }
  return { method: request.method, utr: request.utr, ...(shown && { bankRow: shown.rowId, match: shown.match }) }
}

/** @throws Refusal `already_decided` */
function requireUndecided({ status, decidedByName }: StoredRequest): void {
  if (status === 'pending') return
  const text = `This request has been ${status} already by ${decidedByName ?? 'another admin'}.`
  throw new Refusal('already_decided', text)
}

/** @throws Refusal of an approval that this admin may not give */
async function isFirstOfTwo(transaction: Queryable, asked: StoredRequest, admin: Admin): Promise<boolean> {
  if (isOwnRequest(asked, admin)) throw new Refusal('own_request')
  const { secondAbovePaise } = await readSettings(transaction)
  const step = approvalStep(asked, admin.id, secondAbovePaise)
  if (step === 'again') throw new Refusal('second_admin_needed')
  return step === 'first'
}

/** Runs a transaction, and repeats it when another admin has locked the same rows: nothing was written then. */
async function inContested<T>(db: Pool, work: (transaction: Queryable) => Promise<T>, triesLeft = 3): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (isContention(error) && triesLeft > 1) return inContested(db, work, triesLeft - 1)
    throw error
  }
}

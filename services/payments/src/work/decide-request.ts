import { Id } from '@kismet/contracts'
import type { Paise, RequestKind } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { inContested } from '../db/contested.ts'
import { readApprovalSettings } from '../db/approval-settings.ts'
import { decide, lockRequest, noteFirstApproval } from '../db/decisions.ts'
import type { Decision, Undecided } from '../db/decisions.ts'
import { approvalStep, isOwnRequest } from '../domain/approval.ts'
import { graceMs } from '../domain/promise-schedule.ts'
import { readReason } from '../domain/reason.ts'

/** A request as it is after a decision, for its audit row and its answer. */
interface Decidable {
  readonly playerId: string
  readonly amountPaise: Paise
}

export interface DecisionOrder<Row extends Decidable> {
  readonly kind: RequestKind
  readonly id: string
  readonly status: Decision['status']
  readonly reason: string | undefined
  readonly admin: Admin
  readonly meta: CallMeta
  readonly find: (db: Queryable, id: string) => Promise<Row | undefined>
  /** What the audit row says of the request beside player, amount and reason. */
  readonly detailOf: (row: Row) => Readonly<Record<string, string>>
  /** Other checks and changes in the transaction of the decision, under the lock of the request. */
  readonly guard?: (transaction: Queryable) => Promise<void>
}

export interface Decided<Row> {
  readonly row: Row
  /** It was the first of two approvals: nothing is decided yet. */
  readonly pendingSecondApproval: boolean
}

const actions = {
  approved: 'approve',
  rejected: 'reject',
  first: 'approve-first',
} as const

/**
 * Decides a request once: the decision and its audit row are one transaction, and what it brings in the wallet is owed from that moment. An approval above the set amount
 * needs two admins: the first one is noted, in the same way.
 * @throws Refusal `not_found`, `already_decided`, `own_request`, `second_admin_needed`
 */
export function decideRequest<Row extends Decidable>(ctx: Context, order: DecisionOrder<Row>): Promise<Decided<Row>> {
  const { kind, status, admin } = order
  if (!Id.safeParse(order.id).success) throw new Refusal('not_found')
  const id = order.id.toLowerCase()
  const atMs = ctx.clock.now()
  const adminReason = readReason(order.reason)
  const dueAtMs = status === 'rejected' && kind === 'deposit' ? null : atMs + graceMs
  return inContested(ctx.db, async (transaction) => {
    const asked = requireUndecided(await lockRequest(transaction, kind, id))
    const isFirst = status === 'approved' && (await isFirstOfTwo(transaction, asked, admin))
    await order.guard?.(transaction)
    if (isFirst) await noteFirstApproval(transaction, kind, id, { admin, atMs })
    else await decide(transaction, kind, id, { status, adminReason, admin, atMs, dueAtMs })
    const row = await order.find(transaction, id)
    if (row === undefined) throw new Error(`${kind} ${id} has gone under a lock`)
    const { playerId, amountPaise } = row
    await ctx.audit.append(transaction, {
      admin,
      action: `${kind}.${actions[isFirst ? 'first' : status]}`,
      target: id,
      detail: { playerId, amountPaise, reason: adminReason, ...order.detailOf(row) },
      meta: order.meta,
    })
    return { row, pendingSecondApproval: isFirst }
  })
}

/** @throws Refusal */
function requireUndecided(asked: Undecided | undefined): Undecided {
  if (asked === undefined) throw new Refusal('not_found')
  const { status, decidedByName } = asked
  if (status === 'pending') return asked
  throw new Refusal(
    'already_decided',
    `This request has been ${status} already by ${decidedByName ?? 'another admin'}.`,
  )
}

/** @throws Refusal of an approval that this admin may not give */
async function isFirstOfTwo(transaction: Queryable, asked: Undecided, admin: Admin): Promise<boolean> {
  if (isOwnRequest(asked, admin)) throw new Refusal('own_request')
  const { secondAbovePaise } = await readApprovalSettings(transaction)
  const step = approvalStep(asked, admin.id, secondAbovePaise)
  if (step === 'again') throw new Refusal('second_admin_needed')
  return step === 'first'
}

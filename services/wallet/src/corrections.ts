import { Id, limits } from '@kismet/contracts'
import type { ErrorCode, Input, proposeCorrection } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { LeaderContext, WalletContext } from './context.ts'
import * as stored from './db/corrections.ts'
import type { StoredCorrection } from './db/corrections.ts'
import { goThrough } from './go-through.ts'

const settleEveryMs = 5_000
const correctionsAtOnce = 20

const actions = {
  propose: 'correction.propose',
  approved: 'correction.approve',
  rejected: 'correction.reject',
} as const

/** Who acts, in which request. */
export interface Acting {
  readonly admin: Admin
  readonly meta: CallMeta
}

type Proposal = Input<typeof proposeCorrection>

/**
 * Stores the proposal of an admin, once for a key. The balance does not change.
 * @throws Refusal `not_found` for a player without an account, `too_many_pending`,
 * `idempotency_conflict`
 */
export function propose(
  { audit, db, clock, randomness }: Pick<WalletContext, 'audit' | 'db' | 'clock' | 'randomness'>,
  { admin, meta }: Acting,
  { playerId, amount: amountPaise, account, reason }: Proposal,
  key: string,
): Promise<{ correction: StoredCorrection; isReplay: boolean }> {
  return inTransaction(db, async (transaction) => {
    await takeTurn(transaction, 'corrections')
    const first = await stored.correctionOfKey(transaction, admin.id, key)
    if (first !== undefined) {
      const isSame =
        first.playerId === playerId &&
        first.amountPaise === amountPaise &&
        first.account === account &&
        first.reason === reason
      if (!isSame) throw new Refusal('idempotency_conflict')
      return { correction: first, isReplay: true }
    }
    if (!(await stored.hasAccount(transaction, playerId))) throw new Refusal('not_found')
    const { pending: max } = limits.correction
    if ((await stored.countPendingCorrections(transaction)) >= max)
      throw new Refusal('too_many_pending', 'Too many corrections are waiting for a decision.', { max })
    const nowMs = clock.now()
    const id = randomness.id(nowMs)
    const by = { proposedBy: admin.id, proposedByName: admin.username, proposedAtMs: nowMs }
    await stored.insertCorrection(transaction, { id, playerId, amountPaise, account, reason, ...by }, key)
    const correction = await requireStored(transaction, id)
    await audit.append(transaction, {
      admin,
      action: actions.propose,
      target: id,
      detail: { playerId, amountPaise, account, reason },
      meta,
    })
    return { correction, isReplay: false }
  })
}

/** @throws Refusal `not_found` */
async function requireStored(transaction: Queryable, id: string): Promise<StoredCorrection> {
  const correction = Id.safeParse(id).success ? await stored.lockCorrection(transaction, id) : undefined
  if (correction === undefined) throw new Refusal('not_found')
  return correction
}

/**
 * Decides a correction once. The decision and its audit row are one transaction. An approved
 * correction is owed to the ledger until it is booked.
 * @throws Refusal `not_found`, `already_decided`, `own_request` for the approval of an own proposal
 */
export function decideCorrection(
  { audit, db, clock }: Pick<WalletContext, 'audit' | 'db' | 'clock'>,
  { admin, meta }: Acting,
  id: string,
  verdict: { readonly status: 'approved' | 'rejected'; readonly rejectionReason: string | null },
): Promise<StoredCorrection> {
  return inTransaction(db, async (transaction) => {
    const correction = await requireStored(transaction, id)
    const { status, proposedBy, decidedByName, playerId, amountPaise, account } = correction
    if (status !== 'pending')
      throw new Refusal(
        'already_decided',
        `This correction has been ${status === 'rejected' ? status : 'approved'} already by ${decidedByName ?? 'another admin'}.`,
      )
    if (verdict.status === 'approved' && proposedBy === admin.id) throw new Refusal('own_request')
    await stored.decideStored(transaction, id, admin, { ...verdict, atMs: clock.now() })
    await audit.append(transaction, {
      admin,
      action: actions[verdict.status],
      target: correction.id,
      detail: { playerId, amountPaise, account, reason: verdict.rejectionReason },
      meta,
    })
    return requireStored(transaction, id)
  })
}

/** Refusals with an unknown outcome: the command may be booked, now or after a retry. */
const isUnknown = (code: ErrorCode): boolean => code === 'unavailable' || code === 'internal'

/**
 * Books an approved correction and stores the outcome. Bookings of one correction run one after the
 * other, so that two outcomes cannot differ. The id of the correction is the idempotency key of the
 * entry.
 * @throws Refusal `unavailable` for an unknown outcome, which is retried
 */
export function settleCorrection(
  { db, clock, core, correctionTurns }: Pick<LeaderContext, 'db' | 'clock' | 'core' | 'correctionTurns'>,
  id: string,
): Promise<StoredCorrection> {
  return correctionTurns.run(id, async () => {
    const correction = await requireStored(db, id)
    const { status, settledAtMs, playerId, amountPaise, account } = correction
    if (status !== 'approved' || settledAtMs !== null) return correction
    const outcome = await core.submit({ kind: 'correction', reference: id, playerId, amountPaise, account })
    if (!outcome.ok && isUnknown(outcome.code))
      throw new Refusal(
        'unavailable',
        'The correction is approved, and the balance is unchanged so far. The wallet retries the booking.',
      )
    await stored.settleStored(db, id, clock.now(), outcome.ok ? null : outcome.code)
    return requireStored(db, id)
  })
}

/** Books the approved corrections that an earlier process has not booked. */
export function startSettlingCorrections(ctx: LeaderContext): Loop {
  const { db, log } = ctx
  const failed = 'approved corrections are not booked yet; they are tried again'
  return startLoop('corrections', settleEveryMs, log, (stopping) =>
    goThrough(
      { log, stopping, failed },
      (afterId) => stored.owedCorrections(db, afterId, correctionsAtOnce),
      (id) => settleCorrection(ctx, id),
    ),
  )
}

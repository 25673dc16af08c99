import { Id, limits, readPlayerEmails } from '@kismet/contracts'
import type { Correction, CorrectionAccount, ErrorCode, Input, Paise, proposeCorrection } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction, isoOf, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { checkTwoPeople } from '@kismet/service-kit/two-admins'
import type { Admin } from '@kismet/service-kit/tokens'
import type { LeaderContext, WalletContext } from './context.ts'
import { forEachId } from './for-each-id.ts'

const settleEveryMs = 5_000

/** Who acts, in which request. */
interface Acting {
  readonly admin: Admin
  readonly meta: CallMeta
}

/** A correction as admins see it. */
type StoredCorrection = Correction & { readonly account: CorrectionAccount }
const columns = `id AS _id, player_id AS "playerId", amount_paise AS amount, account, reason, status, rejection_reason AS "rejectionReason", failure,
  json_build_object('_id', proposed_by, 'username', proposed_by_name) AS "proposedBy", ${isoOf('proposed_at')} AS "proposedAt",
  decided_by_name AS "decidedBy", ${isoOf('decided_at')} AS "decidedAt", status = 'approved' AND settled_at IS NOT NULL AS "isBooked"`

/** @param which an SQL condition, with its order and limit */
export async function findCorrections(db: Queryable, which: string, values: unknown[]): Promise<StoredCorrection[]> {
  return (await db.query<StoredCorrection>(`SELECT ${columns} FROM correction WHERE ${which}`, values)).rows
}

/** Locks the correction until the end of the transaction. @throws Refusal `not_found` */
async function requireCorrection(transaction: Queryable, id: string): Promise<StoredCorrection> {
  const [correction] = Id.safeParse(id).success ? await findCorrections(transaction, 'id = $1 FOR UPDATE', [id]) : []
  if (correction === undefined) throw new Refusal('not_found')
  return correction
}

interface PendingCounts {
  readonly pending: number
  readonly pendingOfOthers: number
}

/** How many corrections wait for a decision, and how many of them another admin than this one has proposed. */
export async function countPending(db: Queryable, adminId: string): Promise<PendingCounts> {
  const sql = `SELECT count(*) AS pending, count(*) FILTER (WHERE proposed_by <> $1) AS "pendingOfOthers"
    FROM correction WHERE status = 'pending'`
  return (await db.query<PendingCounts>(sql, [adminId])).rows[0] ?? { pending: 0, pendingOfOthers: 0 }
}

/** Corrections with the e-mail and the present balance of each player. Without an answer of auth the e-mails are null. */
export async function withPlayers(
  { bus, db }: Pick<WalletContext, 'bus' | 'db'>,
  corrections: readonly Correction[],
  requestId: string,
): Promise<Correction[]> {
  const ids = [...new Set(corrections.map(({ playerId }) => playerId))]
  if (ids.length === 0) return []
  const sql = 'SELECT player_id AS id, balance_paise AS balance FROM account WHERE player_id = ANY ($1::uuid[])'
  const [{ rows }, { players }] = await Promise.all([
    db.query<{ id: string; balance: Paise }>(sql, [ids]),
    bus.call(readPlayerEmails, { ids }, { requestId }).catch((error: unknown) => {
      if (!isRefusal(error, 'unavailable')) throw error
      return { players: [] }
    }),
  ])
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]))
  const emails = new Map(players.map(({ _id, email }) => [_id, email]))
  return corrections.map((correction) => {
    const balance = balances.get(correction.playerId)
    if (balance === undefined) return correction
    return { ...correction, player: { email: emails.get(correction.playerId) ?? null, balance } }
  })
}

type Proposal = Input<typeof proposeCorrection>

/**
 * Stores the proposal of an admin, once for a key. The balance does not change.
 * @throws Refusal `not_found` for a player without an account, `too_many_pending`,
 * `idempotency_conflict`
 */
export function propose(
  { audit, db, clock, randomness }: WalletContext,
  { admin, meta }: Acting,
  proposal: Proposal,
  key: string,
): Promise<{ correction: Correction; isReplay: boolean }> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'corrections')
    const [first] = await findCorrections(transaction, 'proposed_by = $1 AND idempotency_key = $2', [admin.id, key])
    const { playerId, amount, account, reason } = proposal
    if (first !== undefined) {
      const isSame =
        first.playerId === playerId && first.amount === amount && first.account === account && first.reason === reason
      if (!isSame) throw new Refusal('idempotency_conflict')
      return { correction: first, isReplay: true }
    }
    const { rowCount } = await transaction.query('SELECT FROM account WHERE player_id = $1', [playerId])
    if (rowCount === 0) throw new Refusal('not_found')
    const { pending: max } = limits.correction
    if ((await countPending(transaction, admin.id)).pending >= max)
      throw new Refusal('too_many_pending', 'Too many corrections are waiting for a decision.', { max })
    const nowMs = clock.now()
    const id = randomness.id(nowMs)
    await transaction.query(
      `INSERT INTO correction (id, player_id, amount_paise, account, reason, proposed_by, proposed_by_name, proposed_at, idempotency_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, playerId, amount, account, reason, admin.id, admin.username, new Date(nowMs), key],
    )
    const detail = { playerId, amountPaise: amount, account, reason }
    await audit.append(transaction, { admin, action: 'correction.propose', target: id, detail, meta })
    return { correction: await requireCorrection(transaction, id), isReplay: false }
  })
}

const actions = { approved: 'correction.approve', rejected: 'correction.reject' } as const

/**
 * Decides a correction once. The decision and its audit row are one transaction. An approved
 * correction is owed to the ledger until it is booked.
 * @throws Refusal `not_found`, `already_decided`, `own_request` for the approval of an own proposal.
 * `second_admin_needed`: proposal and approval are not of two people. `unavailable`: auth does not answer.
 */
export async function decideCorrection(
  { audit, bus, db, clock }: WalletContext,
  { admin, meta }: Acting,
  id: string,
  status: keyof typeof actions,
  rejectionReason: string | null = null,
): Promise<Correction> {
  const { proposedBy, status: was } = await requireCorrection(db, id)
  const needsTwo = status === 'approved' && was === 'pending' && proposedBy._id !== admin.id
  if (needsTwo && !(await checkTwoPeople(bus, [proposedBy._id, admin.id], meta.requestId)))
    throw new Refusal(
      'second_admin_needed',
      `You and ${proposedBy.username} do not count as two admins now: one is disabled or was added within a day. Another admin has to approve or propose this.`,
    )
  return inTransaction(db, async (transaction) => {
    const before = await requireCorrection(transaction, id)
    if (before.status !== 'pending')
      throw new Refusal(
        'already_decided',
        `This correction has been ${before.status === 'rejected' ? 'rejected' : 'approved'} already by ${before.decidedBy ?? 'another admin'}.`,
      )
    if (status === 'approved' && before.proposedBy._id === admin.id) throw new Refusal('own_request')
    await transaction.query(
      `UPDATE correction SET status = $2, decided_by = $3, decided_by_name = $4, decided_at = $5, rejection_reason = $6 WHERE id = $1`,
      [id, status, admin.id, admin.username, new Date(clock.now()), rejectionReason],
    )
    const { _id: target, playerId, amount: amountPaise, account } = before
    const detail = { playerId, amountPaise, account, reason: rejectionReason }
    await audit.append(transaction, { admin, action: actions[status], target, detail, meta })
    return requireCorrection(transaction, id)
  })
}

/** Refusals with an unknown outcome: the command may be booked, now or after a retry. */
const isUnknown = (code: ErrorCode): boolean => code === 'unavailable' || code === 'internal'

/**
 * Books an approved correction and stores the outcome. Bookings of one correction run one after the
 * other, so that two outcomes cannot differ. The id of the correction is the idempotency key of the
 * entry. A previous leader cannot replace an outcome with its late refusal.
 * @throws Refusal `unavailable` for an unknown outcome, which is retried
 */
export function settleCorrection(
  { db, clock, core, correctionQueue }: Pick<LeaderContext, 'db' | 'clock' | 'core' | 'correctionQueue'>,
  id: string,
): Promise<Correction> {
  return correctionQueue.run(id, async () => {
    const correction = await requireCorrection(db, id)
    const { status, isBooked, playerId, amount: amountPaise, account } = correction
    if (status !== 'approved' || isBooked) return correction
    const outcome = await core.submit({ kind: 'correction', reference: id, playerId, amountPaise, account })
    if (!outcome.ok && isUnknown(outcome.code))
      throw new Refusal(
        'unavailable',
        'The correction is approved, and the balance is unchanged so far. The wallet retries the booking.',
      )
    await db.query(
      `UPDATE correction SET settled_at = $2, failure = $3, status = CASE WHEN $3::text IS NULL THEN 'approved' ELSE 'failed' END
       WHERE id = $1 AND (settled_at IS NULL OR $3::text IS NULL)`,
      [id, new Date(clock.now()), outcome.ok ? null : outcome.code],
    )
    return requireCorrection(db, id)
  })
}

/** Books the approved corrections that an earlier process has not booked. */
export function startSettlingCorrections(ctx: LeaderContext): Loop {
  return startLoop('corrections', settleEveryMs, ctx.log, async (stopping) => {
    const owed = await findCorrections(ctx.db, `status = 'approved' AND settled_at IS NULL ORDER BY id`, [])
    const failed = 'an approved correction is not booked yet; it is tried again'
    await forEachId(
      owed.map(({ _id }) => _id),
      (id) => settleCorrection(ctx, id),
      { log: ctx.log, stopping, failed },
    )
  })
}

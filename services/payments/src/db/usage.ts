import type { LimitPeriod, Paise } from '@kismet/contracts'
import { insertRow } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** What a player has in the queue, and has stored and sent on the calendar day of Asia/Kolkata. */
export interface Usage {
  readonly pending: number
  /** Better proofs count like requests. */
  readonly requestsToday: number
  readonly bytesToday: number
  /** Proofs that could not be opened. */
  readonly unopenedToday: number
  /** Until the next day begins. */
  readonly restOfDayMs: number
  /**
   * Sums of the deposits that are pending or approved, by the calendar period of Asia/Kolkata. A pending deposit counts with
   * all that its player asked for, also while its first approval names less.
   */
  readonly deposited: Record<LimitPeriod, Paise>
}

const startOf = (period: LimitPeriod) => `date_trunc('${period}', $2::timestamptz, 'Asia/Kolkata')`
const depositedIn = (period: LimitPeriod) =>
  `'${period}', coalesce(sum(CASE status WHEN 'pending' THEN greatest(amount_paise, asked_paise) ELSE amount_paise END) FILTER (WHERE status <> 'rejected' AND created_at >= ${startOf(period)}), 0)`

/** SQL: of the better proofs that the player sent today. */
const ofBetterProofs = (sql: string) =>
  `(SELECT ${sql} FROM better_proof AS b JOIN request AS r ON r.id = b.deposit_id WHERE r.player_id = $1 AND b.sent_at >= ${startOf('day')})`

/** Reads what the deposits of a player count against the quotas and limits. */
export async function readUsage(db: Queryable, playerId: string, nowMs: number): Promise<Usage> {
  const { rows } = await db.query<Usage>(
    `SELECT count(*) FILTER (WHERE status = 'pending') AS pending,
            count(*) FILTER (WHERE created_at >= ${startOf('day')}) + ${ofBetterProofs('count(*)')} AS "requestsToday",
            coalesce(sum(proof_bytes) FILTER (WHERE created_at >= ${startOf('day')}), 0)::bigint + ${ofBetterProofs('coalesce(sum(b.bytes), 0)')} AS "bytesToday",
            (SELECT count(*) FROM attempt WHERE player_id = $1 AND kind = 'unopened_proof' AND at >= ${startOf('day')}) AS "unopenedToday",
            (extract(epoch FROM ${startOf('day')} + interval '1 day' - $2) * 1000)::bigint AS "restOfDayMs",
            json_build_object(${depositedIn('day')}, ${depositedIn('week')}, ${depositedIn('month')}) AS deposited
     FROM request WHERE player_id = $1 AND kind = 'deposit'
       AND (status = 'pending' OR created_at >= least(${startOf('week')}, ${startOf('month')}))`,
    [playerId, new Date(nowMs)],
  )
  const [usage] = rows
  if (usage === undefined) throw new Error('A sum has no row')
  return usage
}

/** What counts against a quota of a player. */
export type AttemptKind = 'account_change' | 'unopened_proof' | 'withdraw_password'

export interface Attempt {
  readonly id: string
  readonly playerId: string
  readonly kind: AttemptKind
  readonly atMs: number
}

export async function insertAttempt(db: Queryable, { id, playerId, kind, atMs }: Attempt): Promise<void> {
  await insertRow(db, 'attempt', { id, player_id: playerId, kind, at: new Date(atMs) })
}

/**
 * Counts an attempt, unless the quota is used up. The caller has a lock for the player and the kind.
 * @returns 0, or the time in ms until the quota has room
 */
export async function countAttempt(
  transaction: Queryable,
  attempt: Attempt,
  { most, withinMs }: { readonly most: number; readonly withinMs: number },
): Promise<number> {
  const { playerId, kind, atMs } = attempt
  const { rows } = await transaction.query<{ at: Date }>(
    'SELECT at FROM attempt WHERE player_id = $1 AND kind = $2 AND at > $3 ORDER BY at DESC OFFSET $4 LIMIT 1',
    [playerId, kind, new Date(atMs - withinMs), most - 1],
  )
  if (rows[0] !== undefined) return Math.max(1, rows[0].at.getTime() + withinMs - atMs)
  await insertAttempt(transaction, attempt)
  return 0
}

export async function forgetAttempt(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM attempt WHERE id = $1', [id])
}

export async function forgetAttempts(db: Queryable, beforeMs: number): Promise<void> {
  await db.query('DELETE FROM attempt WHERE at <= $1', [new Date(beforeMs)])
}

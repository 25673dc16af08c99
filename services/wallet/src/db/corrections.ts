import type { CorrectionAccount, CorrectionStatus, Paise } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** A correction as it is kept. Amounts in paise, times in ms since the epoch. */
export interface StoredCorrection {
  readonly id: string
  readonly playerId: string
  readonly amountPaise: Paise
  readonly account: CorrectionAccount
  readonly reason: string
  readonly status: CorrectionStatus
  readonly proposedBy: string
  readonly proposedByName: string
  readonly proposedAtMs: number
  readonly decidedByName: string | null
  readonly decidedAtMs: number | null
  readonly rejectionReason: string | null
  /** When the ledger had booked it, or had refused to (`failure`). */
  readonly settledAtMs: number | null
  readonly failure: string | null
}

export type ProposedCorrection = Pick<
  StoredCorrection,
  'id' | 'playerId' | 'amountPaise' | 'account' | 'reason' | 'proposedBy' | 'proposedByName' | 'proposedAtMs'
>

const columns = `id, player_id AS "playerId", amount_paise AS "amountPaise", account, reason, status, proposed_by AS "proposedBy",
  proposed_by_name AS "proposedByName", ${msOf('proposed_at')} AS "proposedAtMs", decided_by_name AS "decidedByName",
  ${msOf('decided_at')} AS "decidedAtMs", rejection_reason AS "rejectionReason", ${msOf('settled_at')} AS "settledAtMs", failure`

export async function insertCorrection(db: Queryable, proposed: ProposedCorrection, key: string): Promise<void> {
  const { id, playerId, amountPaise, account, reason, proposedBy, proposedByName, proposedAtMs } = proposed
  await db.query(
    `INSERT INTO correction (id, player_id, amount_paise, account, reason, proposed_by, proposed_by_name, proposed_at, idempotency_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, playerId, amountPaise, account, reason, proposedBy, proposedByName, new Date(proposedAtMs), key],
  )
}

export async function correctionOfKey(
  db: Queryable,
  adminId: string,
  key: string,
): Promise<StoredCorrection | undefined> {
  const { rows } = await db.query<StoredCorrection>(
    `SELECT ${columns} FROM correction WHERE proposed_by = $1 AND idempotency_key = $2`,
    [adminId, key],
  )
  return rows[0]
}

/** Locks a correction until the end of the transaction. */
export async function lockCorrection(transaction: Queryable, id: string): Promise<StoredCorrection | undefined> {
  const { rows } = await transaction.query<StoredCorrection>(
    `SELECT ${columns} FROM correction WHERE id = $1 FOR UPDATE`,
    [id],
  )
  return rows[0]
}

export async function countPendingCorrections(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ pending: number }>(
    `SELECT count(*) AS pending FROM correction WHERE status = 'pending'`,
  )
  return rows[0]?.pending ?? 0
}

/** Newest first, from before an id on. */
export async function listStoredCorrections(
  db: Queryable,
  { status, playerId }: { readonly status?: CorrectionStatus | undefined; readonly playerId?: string | undefined },
  beforeId: string | undefined,
  limit: number,
): Promise<StoredCorrection[]> {
  const { rows } = await db.query<StoredCorrection>(
    `SELECT ${columns} FROM correction
     WHERE ($1::text IS NULL OR status = $1) AND ($2::uuid IS NULL OR player_id = $2) AND ($3::uuid IS NULL OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [status ?? null, playerId ?? null, beforeId ?? null, limit],
  )
  return rows
}

export async function decideStored(
  db: Queryable,
  id: string,
  by: { readonly id: string; readonly username: string },
  verdict: { readonly status: 'approved' | 'rejected'; readonly rejectionReason: string | null; readonly atMs: number },
): Promise<void> {
  await db.query(
    `UPDATE correction SET status = $2, decided_by = $3, decided_by_name = $4, decided_at = $5, rejection_reason = $6 WHERE id = $1`,
    [id, verdict.status, by.id, by.username, new Date(verdict.atMs), verdict.rejectionReason],
  )
}

/** Stores the outcome of the booking. A previous leader cannot replace an outcome with its late refusal. */
export async function settleStored(db: Queryable, id: string, atMs: number, failure: string | null): Promise<void> {
  await db.query(
    `UPDATE correction SET settled_at = $2, failure = $3, status = CASE WHEN $3::text IS NULL THEN 'approved' ELSE 'failed' END
     WHERE id = $1 AND (settled_at IS NULL OR $3::text IS NULL)`,
    [id, new Date(atMs), failure],
  )
}

/** Approved ones that the ledger has not answered for, from after an id on. */
export async function owedCorrections(db: Queryable, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM correction WHERE status = 'approved' AND settled_at IS NULL AND id > $1 ORDER BY id LIMIT $2`,
    [afterId, limit],
  )
  return rows.map(({ id }) => id)
}

export async function hasAccount(db: Queryable, playerId: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM account WHERE player_id = $1', [playerId])
  return (rowCount ?? 0) > 0
}

import type { Queryable } from '@kismet/service-kit/database'
import type { Picture } from '../pictures/protocol.ts'

/** Stores the pictures of a proof, with how each looks. */
export async function insertProof(db: Queryable, depositId: string, pictures: readonly Picture[]): Promise<void> {
  for (const [at, { bytes, print }] of pictures.entries())
    await db.query('INSERT INTO proof_page (deposit_id, page, bytes, print) VALUES ($1, $2, $3, $4::bit(256))', [
      ...[depositId, at + 1, bytes, print],
    ])
}

/** A page of a proof, from 1, as JPEG; null when the proof was deleted. With `ownerId` only of a request of that player. */
export async function findProofPage(
  db: Queryable,
  depositId: string,
  page: number,
  ownerId: string | undefined,
): Promise<Buffer | null | undefined> {
  const { rows } = await db.query<{ bytes: Buffer | null }>(
    `SELECT bytes FROM request LEFT JOIN proof_page ON deposit_id = id AND page = $2
     WHERE id = $1 AND kind = 'deposit' AND ($3::uuid IS NULL OR player_id = $3) AND (bytes IS NOT NULL OR proof_deleted_at IS NOT NULL)`,
    [depositId, page, ownerId ?? null],
  )
  return rows[0]?.bytes
}

/** Deletes the proofs of requests that were rejected at `decidedUntilMs` or before, some at a time, and marks the requests. @returns how many. */
export async function deleteRejectedProofs(
  db: Queryable,
  decidedUntilMs: number,
  nowMs: number,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `WITH due AS (
       UPDATE request SET proof_deleted_at = $2 WHERE id IN
         (SELECT id FROM request WHERE kind = 'deposit' AND status = 'rejected' AND proof_deleted_at IS NULL AND decided_at <= $1
          ORDER BY decided_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id),
     gone AS (DELETE FROM proof_page USING due WHERE deposit_id = due.id)
     SELECT count(*) AS count FROM due`,
    [new Date(decidedUntilMs), new Date(nowMs), limit],
  )
  return rows[0]?.count ?? 0
}

import type { Queryable } from '@kismet/service-kit/database'
import type { Picture } from '../pictures/picture-maker.ts'

/** Stores the pictures of a proof, with what each looks like where that could be told. */
export async function insertProof(
  db: Queryable,
  depositId: string,
  pictures: readonly Picture[],
  atMs: number,
): Promise<void> {
  for (const [index, { mediaType, bytes, print }] of pictures.entries()) {
    await db.query('INSERT INTO proof_page (deposit_id, page, media_type, bytes) VALUES ($1, $2, $3, $4)', [
      depositId,
      index + 1,
      mediaType,
      bytes,
    ])
    if (print !== undefined)
      await db.query(
        'INSERT INTO proof_print (deposit_id, page, print, created_at) VALUES ($1, $2, $3::bit(256), $4)',
        [depositId, index + 1, bitsOf(print), new Date(atMs)],
      )
  }
}

/** Hex digits as the text of a bit string. */
function bitsOf(hex: string): string {
  return hex.replace(/./g, (digit) => parseInt(digit, 16).toString(2).padStart(4, '0'))
}

/** Forgets what proofs looked like before `beforeMs`, some at a time. @returns how many */
export async function forgetPrints(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM proof_print WHERE (deposit_id, page) IN
       (SELECT deposit_id, page FROM proof_print WHERE created_at < $1 ORDER BY created_at LIMIT $2)`,
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}

/** A page of a proof, from 1, or that the proof was deleted; of a player's own request alone when one is given. */
export async function findProofPage(
  db: Queryable,
  depositId: string,
  page: number,
  ownerId: string | undefined,
): Promise<Picture | 'deleted' | undefined> {
  const { rows } = await db.query<{ deleted: boolean } & (Picture | { mediaType: null })>(
    `SELECT proof_deleted_at IS NOT NULL AS deleted, media_type AS "mediaType", bytes
     FROM deposit LEFT JOIN proof_page ON deposit_id = id AND page = $2 WHERE id = $1 AND ($3::uuid IS NULL OR player_id = $3)`,
    [depositId, page, ownerId ?? null],
  )
  const [found] = rows
  if (found?.deleted === true) return 'deleted'
  return found?.mediaType === null ? undefined : found
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
       UPDATE deposit SET proof_deleted_at = $2 WHERE id IN
         (SELECT id FROM deposit WHERE status = 'rejected' AND proof_deleted_at IS NULL AND decided_at <= $1
          ORDER BY decided_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id),
     gone AS (DELETE FROM proof_page USING due WHERE deposit_id = due.id)
     SELECT count(*) AS count FROM due`,
    [new Date(decidedUntilMs), new Date(nowMs), limit],
  )
  return rows[0]?.count ?? 0
}

import type { Queryable } from '@kismet/service-kit/database'

/** A picture of a proof: the name of its file, and how the picture looks (render.ts). */
export interface ProofPage {
  readonly file: string
  readonly print: string | undefined
}

/** Stores the pages of a proof, whose files are stored already. */
export async function insertProof(db: Queryable, depositId: string, pages: readonly ProofPage[]): Promise<void> {
  for (const [at, { file, print }] of pages.entries())
    await db.query('INSERT INTO proof_page (deposit_id, page, file, print) VALUES ($1, $2, $3, $4::bit(256))', [
      ...[depositId, at + 1, file, print],
    ])
}

/** A stored page. `bytes` are of a release that stored pictures in the database; `movePages` moves them. */
export interface StoredPage {
  readonly file: string | null
  readonly bytes: Buffer | null
}

/** A page of a proof, from 1; null when the proof was deleted. With `ownerId` only of a request of that player. */
export async function findProofPage(
  db: Queryable,
  depositId: string,
  page: number,
  ownerId: string | undefined,
): Promise<StoredPage | null | undefined> {
  const { rows } = await db.query<StoredPage>(
    `SELECT file, bytes FROM request LEFT JOIN proof_page ON deposit_id = id AND page = $2
     WHERE id = $1 AND kind = 'deposit' AND ($3::uuid IS NULL OR player_id = $3) AND (page IS NOT NULL OR proof_deleted_at IS NOT NULL)`,
    [depositId, page, ownerId ?? null],
  )
  const [found] = rows
  return found === undefined || found.file !== null || found.bytes !== null ? found : null
}

/**
 * Deletes the pages of requests that were decided at `decidedUntilMs` or before, some at a time, and marks the requests.
 * @returns how many requests, and the files to delete after the commit
 */
export async function deleteOldProofs(
  db: Queryable,
  decidedUntilMs: number,
  nowMs: number,
  limit: number,
): Promise<{ count: number; files: string[] }> {
  const { rows } = await db.query<{ count: number; files: string[] | null }>(
    `WITH due AS (
       UPDATE request SET proof_deleted_at = $2 WHERE id IN
         (SELECT id FROM request WHERE kind = 'deposit' AND decided_at <= $1 AND proof_deleted_at IS NULL
          ORDER BY decided_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id),
     gone AS (DELETE FROM proof_page USING due WHERE deposit_id = due.id RETURNING file)
     SELECT (SELECT count(*) FROM due) AS count, (SELECT array_agg(file) FROM gone WHERE file IS NOT NULL) AS files`,
    [new Date(decidedUntilMs), new Date(nowMs), limit],
  )
  return { count: rows[0]?.count ?? 0, files: rows[0]?.files ?? [] }
}

export interface PageInDatabase {
  readonly depositId: string
  readonly page: number
  readonly bytes: Buffer
}

/** Locks pages whose pictures are still in the database. */
export async function holdPagesInDatabase(transaction: Queryable, limit: number): Promise<PageInDatabase[]> {
  const { rows } = await transaction.query<PageInDatabase>(
    `SELECT deposit_id AS "depositId", page, bytes FROM proof_page WHERE bytes IS NOT NULL
     ORDER BY deposit_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  )
  return rows
}

/** The picture of a page is in a file now. */
export async function markMoved(
  transaction: Queryable,
  { depositId, page }: Omit<PageInDatabase, 'bytes'>,
  file: string,
): Promise<void> {
  const sql = 'UPDATE proof_page SET file = $3, bytes = NULL WHERE deposit_id = $1 AND page = $2'
  await transaction.query(sql, [depositId, page, file])
}

/** Those of the files that a page has. */
export async function filesInUse(db: Queryable, files: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ file: string }>('SELECT file FROM proof_page WHERE file = ANY ($1)', [files])
  return new Set(rows.map(({ file }) => file))
}

import type { Queryable } from '@kismet/service-kit/database'

/** A picture of a proof: the name of its file, and how the picture looks (render.ts). */
export interface ProofPage {
  readonly file: string
  readonly print: string | undefined
}

/** Lists files to delete at a time. */
export async function deleteLater(db: Queryable, files: readonly string[], atMs: number): Promise<void> {
  const sql = 'INSERT INTO file_to_delete (file, due_at) SELECT file, $2 FROM unnest($1::text[]) AS file'
  await db.query(sql, [files, new Date(atMs)])
}

/** Moves the deletion of a file that is still on the list to a later time. */
export async function deferDeletion(db: Queryable, file: string, atMs: number): Promise<void> {
  await db.query('UPDATE file_to_delete SET due_at = $2 WHERE file = $1', [file, new Date(atMs)])
}

/** Takes files off the list: their pages are stored, or the files are deleted. @returns how many were on the list */
export async function takeOffList(db: Queryable, files: readonly string[]): Promise<number> {
  return (await db.query('DELETE FROM file_to_delete WHERE file = ANY ($1)', [files])).rowCount ?? 0
}

export async function findFilesToDelete(db: Queryable, nowMs: number, limit: number): Promise<string[]> {
  const sql = 'SELECT file FROM file_to_delete WHERE due_at <= $1 ORDER BY due_at LIMIT $2'
  return (await db.query<{ file: string }>(sql, [new Date(nowMs), limit])).rows.map(({ file }) => file)
}

/** Stores the pages of a proof, whose files are stored and listed to be deleted. */
export async function insertProof(
  transaction: Queryable,
  depositId: string,
  pages: readonly ProofPage[],
  firstPage = 1,
): Promise<void> {
  const files = pages.map(({ file }) => file)
  if ((await takeOffList(transaction, files)) !== files.length) throw new Error('A file of a new proof was deleted')
  await transaction.query(
    `INSERT INTO proof_page (deposit_id, page, file, print)
     SELECT $1, page + $4 - 1, file, print::bit(256) FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS p (file, print, page)`,
    [depositId, files, pages.map(({ print }) => print ?? null), firstPage],
  )
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
 * Their files are to be deleted.
 * @returns how many requests
 */
export async function deleteOldProofs(
  db: Queryable,
  decidedUntilMs: number,
  nowMs: number,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `WITH due AS (
       UPDATE request SET proof_deleted_at = $2 WHERE id IN
         (SELECT id FROM request WHERE kind = 'deposit' AND decided_at <= $1 AND proof_deleted_at IS NULL
          ORDER BY decided_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id),
     gone AS (DELETE FROM proof_page USING due WHERE deposit_id = due.id RETURNING file),
     files AS (INSERT INTO file_to_delete (file, due_at) SELECT file, $2 FROM gone WHERE file IS NOT NULL)
     SELECT count(*) AS count FROM due`,
    [new Date(decidedUntilMs), new Date(nowMs), limit],
  )
  return rows[0]?.count ?? 0
}

export interface PageInDatabase {
  readonly depositId: string
  readonly page: number
  readonly bytes: Buffer
}

/** Some pages whose pictures are still in the database. */
export async function listPagesInDatabase(db: Queryable, limit: number): Promise<PageInDatabase[]> {
  const sql =
    'SELECT deposit_id AS "depositId", page, bytes FROM proof_page WHERE bytes IS NOT NULL ORDER BY deposit_id LIMIT $1'
  return (await db.query<PageInDatabase>(sql, [limit])).rows
}

/** The picture of a page is in a file now. @returns false for a page that was moved or deleted before */
export async function markMoved(
  db: Queryable,
  { depositId, page }: Omit<PageInDatabase, 'bytes'>,
  file: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH moved AS (
       UPDATE proof_page SET file = $3, bytes = NULL WHERE deposit_id = $1 AND page = $2 AND bytes IS NOT NULL
         AND EXISTS (SELECT FROM file_to_delete WHERE file = $3) RETURNING file)
     DELETE FROM file_to_delete USING moved WHERE file_to_delete.file = moved.file`,
    [depositId, page, file],
  )
  return rowCount === 1
}

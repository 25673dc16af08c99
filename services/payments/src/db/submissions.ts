import type { Queryable } from '@kismet/service-kit/database'

/** The first answer of a request with an Idempotency-Key. */
export interface Submission {
  readonly inputSha256: Buffer
  readonly status: number
  readonly body: string
}

export interface SubmissionKey {
  readonly playerId: string
  readonly key: string
}

/** Reads the first answer of a key and the use of a reference in one snapshot. */
export async function lookUp(
  db: Queryable,
  { playerId, key }: SubmissionKey,
  utrNormalised: string,
): Promise<{ first: Submission | undefined; referenceInUse: boolean }> {
  const { rows } = await db.query<(Submission | { inputSha256: null }) & { referenceInUse: boolean }>(
    `SELECT input_sha256 AS "inputSha256", status, body,
            EXISTS (SELECT FROM deposit AS d WHERE d.reference = ltrim($3, '0') AND d.status <> 'rejected') AS "referenceInUse"
     FROM (SELECT) AS one LEFT JOIN submission ON player_id = $1 AND key = $2`,
    [playerId, key, utrNormalised],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The row of the submission has disappeared')
  return { first: row.inputSha256 === null ? undefined : row, referenceInUse: row.referenceInUse }
}

/**
 * Stores the first answer of a key, in the transaction of the request. Waits for another transaction with the same key.
 * @returns false when the key is taken
 */
export async function claimKey(
  db: Queryable,
  { playerId, key }: SubmissionKey,
  { inputSha256, status, body }: Submission,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO submission (player_id, key, input_sha256, status, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (player_id, key) DO NOTHING`,
    [playerId, key, inputSha256, status, body, new Date(atMs)],
  )
  return rowCount === 1
}

/** Deletes answers from before `beforeMs`. @returns the number of deleted answers, at most `limit` */
export async function forgetSubmissions(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM submission WHERE (player_id, key) IN
       (SELECT player_id, key FROM submission WHERE created_at < $1 ORDER BY created_at LIMIT $2)`,
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}

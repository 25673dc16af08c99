import type { BetterProofReason } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** The newest better proof that an admin has asked for. `number` counts them from 1. */
export interface StoredBetterProof {
  readonly number: number
  readonly reason: BetterProofReason
  readonly note: string | null
  readonly askedAtMs: number
  /** Null until the player sends the proof. */
  readonly sentAtMs: number | null
}

/** SQL: what is known of the better proofs of a row of `request`. Null without one. */
export const betterProofOfRequest = `(SELECT json_build_object('number', number, 'reason', reason, 'note', note,
    'askedAtMs', ${msOf('asked_at')}, 'sentAtMs', ${msOf('sent_at')})
    FROM better_proof WHERE deposit_id = request.id ORDER BY number DESC LIMIT 1) AS "betterProof",
  (SELECT max(first_page) FROM better_proof WHERE deposit_id = request.id) AS "newProofFrom"`

/** An uploaded better proof: the key of its upload, and its file. */
export interface Upload {
  readonly key: string
  readonly sha256: Buffer
}

export async function findUpload(db: Queryable, depositId: string, key: string): Promise<Upload | undefined> {
  const sql = 'SELECT key, sha256 FROM better_proof WHERE deposit_id = $1 AND key = $2'
  return (await db.query<Upload>(sql, [depositId, key])).rows[0]
}

/** Marks the awaited better proof of a locked request as sent. Its pages follow those of the earlier proofs. */
export async function markSent(
  transaction: Queryable,
  depositId: string,
  { key, sha256 }: Upload,
  { pages, bytes, atMs }: { readonly pages: number; readonly bytes: number; readonly atMs: number },
): Promise<void> {
  await transaction.query(
    `UPDATE better_proof SET sent_at = $2, key = $3, sha256 = $4, bytes = $5,
       first_page = (SELECT proof_pages + 1 FROM request WHERE id = $1) WHERE deposit_id = $1 AND sent_at IS NULL`,
    [depositId, new Date(atMs), key, sha256, bytes],
  )
  await transaction.query('UPDATE request SET proof_pages = proof_pages + $2 WHERE id = $1', [depositId, pages])
}

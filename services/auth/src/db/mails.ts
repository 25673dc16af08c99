import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** Mails with codes leave before notices, and codes of accounts before codes of sign-ups. */
export type MailKind = 'reset' | 'signup' | 'notice'

export interface NewMail {
  readonly id: string
  readonly kind: MailKind
  /** Null for a mail that must not leave. */
  readonly sealed: Buffer | null
  readonly nowMs: number
  readonly uselessAtMs: number
}

/** Stores a mail. A mail with the same id is stored once. */
export async function insertMail(db: Queryable, { id, kind, sealed, nowMs, uselessAtMs }: NewMail): Promise<void> {
  await db.query(
    'INSERT INTO mail (id, kind, sealed, next_at, useless_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [id, kind, sealed, new Date(nowMs), new Date(uselessAtMs)],
  )
}

export interface ClaimedMail {
  readonly id: string
  readonly kind: MailKind
  readonly sealed: Buffer
  readonly attempts: number
  readonly uselessAtMs: number
}

/** Claims mails that are due until `untilMs`; after that another replica may claim them. */
export async function claimMails(
  db: Queryable,
  { nowMs, untilMs, limit }: { readonly nowMs: number; readonly untilMs: number; readonly limit: number },
): Promise<ClaimedMail[]> {
  const { rows } = await db.query<ClaimedMail>(
    `UPDATE mail SET attempts = attempts + 1, next_at = $2 WHERE id IN (
       SELECT id FROM mail WHERE sealed IS NOT NULL AND next_at <= $1
       ORDER BY array_position(ARRAY['reset', 'signup', 'notice'], kind), next_at LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING id, kind, sealed, attempts, ${msOf('useless_at')} AS "uselessAtMs"`,
    [new Date(nowMs), new Date(untilMs), limit],
  )
  return rows
}

/** Ends a mail: sent, refused or too late. The row stays until the mail would be useless, so that its id is known. */
export async function endMail(db: Queryable, id: string): Promise<void> {
  await db.query('UPDATE mail SET sealed = NULL WHERE id = $1', [id])
}

export async function retryMail(db: Queryable, id: string, nextAtMs: number): Promise<void> {
  await db.query('UPDATE mail SET next_at = $2 WHERE id = $1', [id, new Date(nextAtMs)])
}

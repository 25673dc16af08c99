import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

const dayMs = 24 * 60 * 60_000

/** Mails with codes leave before notices, and codes of accounts before codes of sign-ups. */
export type MailKind = 'reset' | 'signup' | 'notice'

export interface NewMail {
  readonly id: string
  readonly kind: MailKind
  /** The tag of the e-mail address. */
  readonly recipient: string
  /** The device or network that asked for the mail. */
  readonly asker: string
  /** Null for a mail that must not leave: its row only counts. */
  readonly sealed: Buffer | null
  readonly createdAtMs: number
  readonly uselessAtMs: number
}

/** Stores a mail. A mail with the same id is stored once. */
export async function insertMail(db: Queryable, mail: NewMail): Promise<void> {
  await db.query(
    `INSERT INTO mail (id, kind, recipient, asker, sealed, created_at, next_at, useless_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $7)
     ON CONFLICT DO NOTHING`,
    [
      ...[mail.id, mail.kind, mail.recipient, mail.asker, mail.sealed],
      ...[new Date(mail.createdAtMs), new Date(mail.uselessAtMs)],
    ],
  )
}

/** Gives a stored mail its content. */
export async function fillMail(db: Queryable, id: string, sealed: Buffer | null): Promise<void> {
  await db.query('UPDATE mail SET sealed = $2 WHERE id = $1', [id, sealed])
}

/** How many code mails a recipient had within a day: asked for by one, and by all. */
export async function countCodeMails(
  db: Queryable,
  { recipient, asker, nowMs }: { readonly recipient: string; readonly asker: string; readonly nowMs: number },
): Promise<{ readonly ofOne: number; readonly ofAll: number }> {
  const { rows } = await db.query<{ ofOne: number; ofAll: number }>(
    `SELECT count(*) FILTER (WHERE asker = $2)::int AS "ofOne", count(*)::int AS "ofAll" FROM mail
     WHERE recipient = $1 AND kind <> 'notice' AND created_at > $3`,
    [recipient, asker, new Date(nowMs - dayMs)],
  )
  return rows[0] ?? { ofOne: 0, ofAll: 0 }
}

export interface ClaimedMail {
  readonly id: string
  readonly kind: MailKind
  readonly recipient: string
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
     ) RETURNING id, kind, recipient, sealed, attempts, ${msOf('useless_at')} AS "uselessAtMs"`,
    [new Date(nowMs), new Date(untilMs), limit],
  )
  return rows
}

/** Ends a mail: sent, refused or too late. The row without content stays for the counts. */
export async function endMail(db: Queryable, id: string): Promise<void> {
  await db.query('UPDATE mail SET sealed = NULL WHERE id = $1', [id])
}

export async function retryMail(db: Queryable, id: string, nextAtMs: number): Promise<void> {
  await db.query('UPDATE mail SET next_at = $2 WHERE id = $1', [id, new Date(nextAtMs)])
}

export async function countWaitingMails(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int FROM mail WHERE sealed IS NOT NULL')
  return rows[0]?.count ?? 0
}

/** Deletes ended mails that are older than a day, `limit` at a time. @returns how many */
export async function removeOldMails(db: Queryable, nowMs: number, limit: number): Promise<number> {
  const old = 'SELECT id FROM mail WHERE created_at <= $1 AND sealed IS NULL ORDER BY created_at LIMIT $2'
  const { rowCount } = await db.query(`DELETE FROM mail WHERE id IN (${old})`, [new Date(nowMs - dayMs), limit])
  return rowCount ?? 0
}

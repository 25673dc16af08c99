import { limits } from '@kismet/contracts'
import { msOf, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** Mails with codes leave before notices, and codes of accounts before codes of sign-ups. */
export type MailKind = 'reset' | 'signup' | 'notice'

/** Code mails count for this long against the limits of their address. */
export const mailsCountMs = 24 * 60 * 60_000

/** Who gets a code mail, and who asks for it. */
export interface MailRequest {
  /** The tag of the address. */
  readonly recipient: string
  /** A device that the account knows, or a network. */
  readonly asker: string
  readonly isKnown: boolean
}

export interface NewMail {
  readonly id: string
  readonly kind: MailKind
  /** Null for a mail that must not leave. */
  readonly sealed: Buffer | null
  readonly nowMs: number
  readonly uselessAtMs: number
  /** Of a code mail, which counts from now on. */
  readonly request: MailRequest | undefined
}

/** Stores a mail. A mail with the same id is stored once. @returns whether the id is new */
export async function insertMail(db: Queryable, mail: NewMail): Promise<boolean> {
  const { id, kind, sealed, nowMs, uselessAtMs, request } = mail
  const { rowCount } = await db.query(
    `INSERT INTO mail (id, kind, sealed, created_at, next_at, useless_at, recipient, asker, asker_known)
     VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      ...[id, kind, sealed, new Date(nowMs), new Date(uselessAtMs)],
      ...[request?.recipient ?? null, request?.asker ?? null, request?.isKnown ?? null],
    ],
  )
  return rowCount === 1
}

/**
 * Whether an address may get one more code mail today. Other requests for the address wait until the transaction ends. The
 * count is in PostgreSQL, because sign-ups of many addresses would fill the memory of Redis.
 */
export async function mayMail(
  transaction: Queryable,
  { recipient, asker, isKnown }: MailRequest,
  nowMs: number,
): Promise<boolean> {
  await takeLock(transaction, `code mails ${recipient}`)
  const { rows } = await transaction.query<{ ofOne: number; ofAll: number }>(
    `SELECT count(*) FILTER (WHERE asker = $2)::integer AS "ofOne", count(*) FILTER (WHERE NOT asker_known)::integer AS "ofAll"
     FROM mail WHERE recipient = $1 AND created_at > $3`,
    [recipient, asker, new Date(nowMs - mailsCountMs)],
  )
  const { ofOne = 0, ofAll = 0 } = rows[0] ?? {}
  return ofOne < limits.otp.mailsOfOne && (isKnown || ofAll < limits.otp.mailsOfAll)
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

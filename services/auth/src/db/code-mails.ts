import { limits } from '@kismet/contracts'
import { takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

const dayMs = 24 * 60 * 60_000

/** Who asks for codes of an e-mail. */
export interface Asker {
  /** A device that the account knows, or a network; for a sign-up the one that made it. */
  readonly one: string
  /** With whom it shares what may be mailed: those who hold sign-ups, or who hold nothing. Owners at their device have theirs for themselves. */
  readonly among?: 'holders' | 'strangers'
}

/** Until the transaction ends nobody else adds a sign-up of the e-mail or notes a mail to it. */
export async function holdEmail(transaction: Queryable, email: string): Promise<void> {
  await takeTurn(transaction, `e-mail ${email}`)
}

/** Notes a mail to an e-mail that is held, unless enough were noted within a day, or nobody waits for one. @returns whether it is noted */
export async function noteMail(
  transaction: Queryable,
  email: string,
  { one, among }: Asker,
  { nowMs, isAwaited }: { readonly nowMs: number; readonly isAwaited: boolean },
): Promise<boolean> {
  const { ofOne, ofStrangers } = limits.otp.mailsPerDay
  const { rowCount } = await transaction.query(
    `INSERT INTO code_mail (email, asker, among, at)
     SELECT $1::text, $2::text, $3::text, $4::timestamptz FROM (
       SELECT count(*) FILTER (WHERE asker = $2) AS of_one, count(*) FILTER (WHERE among = $3) AS of_all
       FROM code_mail WHERE email = $1 AND at > $5
     ) AS noted WHERE of_one < $6 AND of_all < $7 AND $8::boolean`,
    [email, one, among ?? null, new Date(nowMs), new Date(nowMs - dayMs), ofOne, ofStrangers, isAwaited],
  )
  return rowCount === 1
}

/** Forgets mails of more than a day ago, `most` at a time. @returns how many */
export async function removeOldMails(db: Queryable, nowMs: number, most: number): Promise<number> {
  const old = 'SELECT id FROM code_mail WHERE at <= $1 ORDER BY at LIMIT $2'
  const { rowCount } = await db.query(`DELETE FROM code_mail WHERE id IN (${old})`, [new Date(nowMs - dayMs), most])
  return rowCount ?? 0
}

import { dayOf, startOfDay } from '@kismet/contracts'
import { takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { PayToTerms } from '../domain/pay-to.ts'
import type { Proposed } from '../domain/proposal.ts'

/** A change of an account that waits. */
export interface Proposal extends Proposed {
  readonly terms: PayToTerms
  readonly isOn: boolean
}

/** An account that players pay to. `revision` and `terms`: null before the first change takes effect. */
export interface StoredAccount {
  readonly id: string
  readonly isOn: boolean
  readonly revision: string | null
  readonly terms: PayToTerms | null
  readonly proposal: Proposal | null
}

/** Stands for the values that an admin has seen, and whether they are on: a change on top of other values is refused. */
export const versionOf = (account: StoredAccount | undefined): string =>
  `${account?.revision ?? 'none'} ${account?.isOn === true ? 'on' : 'off'}`

export async function readPayToAccounts(db: Queryable): Promise<StoredAccount[]> {
  const { rows } = await db.query<StoredAccount>(
    `SELECT a.id, a.is_on AS "isOn", a.revision, r.terms, a.proposal FROM pay_to_account AS a
       LEFT JOIN pay_to_revision AS r ON r.id = a.revision ORDER BY a.place, a.id`,
  )
  return rows
}

/** The accounts, which no other transaction changes until this one ends. */
export async function holdPayToAccounts(transaction: Queryable): Promise<StoredAccount[]> {
  await takeLock(transaction, 'pay-to')
  return readPayToAccounts(transaction)
}

/** Adds an account behind the others. */
export async function insertAccount(db: Queryable, id: string): Promise<void> {
  const last = '(SELECT coalesce(max(place), -1) + 1 FROM pay_to_account)'
  await db.query(`INSERT INTO pay_to_account (id, place, is_on) VALUES ($1, ${last}, false)`, [id])
}

/** Writes the published facts of an account and its waiting change. */
export async function changeAccount(
  db: Queryable,
  { id, isOn, revision, proposal }: Omit<StoredAccount, 'terms'>,
): Promise<void> {
  const sql = 'UPDATE pay_to_account SET is_on = $2, revision = $3, proposal = $4 WHERE id = $1'
  await db.query(sql, [id, isOn, revision, proposal])
}

/** Deletes an account that players have never seen. */
export async function deleteUnseenAccount(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM pay_to_account WHERE id = $1 AND revision IS NULL', [id])
}

export async function setOrder(db: Queryable, ids: readonly string[]): Promise<void> {
  const sql =
    'UPDATE pay_to_account SET place = given.place FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place) WHERE pay_to_account.id = given.id'
  await db.query(sql, [ids])
}

/** Keeps the UPI ID and the QR image of the first UPI account where the previous release reads them. */
export async function keepForPreviousRelease(db: Queryable): Promise<void> {
  const first = (await readPayToAccounts(db)).find(({ isOn, terms }) => isOn && terms?.kind === 'upi')?.terms
  const values = [first?.address ?? null, first?.qrVersion ?? null]
  await db.query('UPDATE settings SET utr = $1, qr_version = $2', values)
}

/** What an account was when a player saw it. */
export interface Revision {
  readonly id: string
  readonly accountId: string
  readonly terms: PayToTerms
}

export async function findRevisions(db: Queryable, ids: readonly string[]): Promise<Revision[]> {
  if (ids.length === 0) return []
  const sql = 'SELECT id, account_id AS "accountId", terms FROM pay_to_revision WHERE id = ANY ($1::uuid[])'
  return (await db.query<Revision>(sql, [ids])).rows
}

/** The sums of the deposits of today (Asia/Kolkata) that wait or were approved, by the account that their players saw. */
export async function sumToday(db: Queryable, nowMs: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; paise: number }>(
    `SELECT r.account_id AS id, sum(d.amount_paise)::bigint AS paise FROM request AS d JOIN pay_to_revision AS r ON r.id = d.pay_to_revision
     WHERE d.kind = 'deposit' AND d.created_at >= $1 AND d.status <> 'rejected' GROUP BY r.account_id`,
    [new Date(startOfDay(dayOf(nowMs)))],
  )
  return new Map(rows.map(({ id, paise }) => [id, paise]))
}

import { accountDigitsShown } from '@kismet/contracts'
import type { ErrorCode, Paise, RequestStatus } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { ListSource } from './request-lists.ts'

/** A bank account as a request was made to it. */
export interface ChosenAccount {
  readonly accountId: string
  readonly accountName: string
  readonly accountNumber: string
  readonly accountIfsc: string
  readonly accountMobile: string
  readonly accountAddedAtMs: number
  readonly accountChangedAtMs: number
}

export interface StoredWithdrawal extends ChosenAccount {
  readonly id: string
  readonly playerId: string
  readonly playerEmail: string
  readonly amountPaise: Paise
  readonly status: RequestStatus
  readonly adminReason: string | null
  readonly createdAtMs: number
  readonly heldAtMs: number | null
  readonly heldBalancePaise: Paise | null
  readonly heldBalanceSeq: number | null
  readonly refusedAtMs: number | null
  readonly refusalCode: ErrorCode | null
  readonly firstApprovedAtMs: number | null
  readonly firstApprovedByName: string | null
  readonly decidedAtMs: number | null
  readonly decidedByName: string | null
  readonly settledAtMs: number | null
}

const columns = `id, player_id AS "playerId", player_email AS "playerEmail", amount_paise AS "amountPaise", status, admin_reason AS "adminReason",
  account_id AS "accountId", account_name AS "accountName", account_number AS "accountNumber", account_ifsc AS "accountIfsc", account_mobile AS "accountMobile",
  ${msOf('account_added_at')} AS "accountAddedAtMs", ${msOf('account_changed_at')} AS "accountChangedAtMs", ${msOf('created_at')} AS "createdAtMs",
  ${msOf('held_at')} AS "heldAtMs", held_balance_paise AS "heldBalancePaise", held_balance_seq AS "heldBalanceSeq",
  ${msOf('refused_at')} AS "refusedAtMs", refusal_code AS "refusalCode",
  ${msOf('first_approved_at')} AS "firstApprovedAtMs", first_approved_by_name AS "firstApprovedByName",
  ${msOf('decided_at')} AS "decidedAtMs", decided_by_name AS "decidedByName", ${msOf('settled_at')} AS "settledAtMs"`

/** What admins see: requests whose money is set aside. */
export const withdrawalsForAdmins: ListSource<StoredWithdrawal> = {
  table: 'withdrawal',
  columns,
  isShown: 'held_at IS NOT NULL',
}

/** What an admin sees who is shown the last four digits of an account alone: a search that knew the others would tell them, one after the other. */
export const withdrawalsForSupport: ListSource<StoredWithdrawal> = {
  ...withdrawalsForAdmins,
  foundBy: `lower(player_email || ' ' || account_name || ' ' || right(account_number, ${accountDigitsShown}) || ' ' || account_ifsc || ' ' || replace(id::text, '-', ''))`,
}

/** What their players see: not those that were refused at once, of which they were told then and there. */
export const withdrawalsForPlayers: ListSource<StoredWithdrawal> = {
  table: 'withdrawal',
  columns,
  isShown: '(refused_at IS NULL OR admin_reason IS NOT NULL)',
}

/** A request by its player's Idempotency-Key, with what was asked for with it. */
export async function findByKey(
  db: Queryable,
  playerId: string,
  key: string,
): Promise<(StoredWithdrawal & { readonly inputSha256: Buffer }) | undefined> {
  const { rows } = await db.query<StoredWithdrawal & { readonly inputSha256: Buffer }>(
    `SELECT ${columns}, input_sha256 AS "inputSha256" FROM withdrawal WHERE player_id = $1 AND key = $2`,
    [playerId, key],
  )
  return rows[0]
}

export async function findWithdrawal(db: Queryable, id: string): Promise<StoredWithdrawal | undefined> {
  return (await db.query<StoredWithdrawal>(`SELECT ${columns} FROM withdrawal WHERE id = $1`, [id])).rows[0]
}

/** The same, of those that admins see. */
export async function findHeldWithdrawal(db: Queryable, id: string): Promise<StoredWithdrawal | undefined> {
  const found = await findWithdrawal(db, id)
  return found === undefined || found.heldAtMs === null ? undefined : found
}

/** How many requests of a player wait, those among them of which the wallet has not said anything yet. */
export async function countPendingOf(db: Queryable, playerId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM withdrawal WHERE player_id = $1 AND status = 'pending'`,
    [playerId],
  )
  return rows[0]?.count ?? 0
}

export type NewWithdrawal = ChosenAccount &
  Pick<StoredWithdrawal, 'id' | 'playerId' | 'playerEmail' | 'amountPaise' | 'createdAtMs'> & {
    readonly key: string
    readonly inputSha256: Buffer
    /** When a sweep asks for the hold. */
    readonly holdDueAtMs: number
  }

/** Stores a request before its money is set aside. @returns false when another one has its key. */
export async function insertWithdrawal(db: Queryable, asked: NewWithdrawal): Promise<boolean> {
  const account = [asked.accountId, asked.accountName, asked.accountNumber, asked.accountIfsc, asked.accountMobile]
  const times = [asked.accountAddedAtMs, asked.accountChangedAtMs, asked.createdAtMs, asked.holdDueAtMs]
  const { rowCount } = await db.query(
    `INSERT INTO withdrawal (id, player_id, player_email, amount_paise, key, input_sha256, account_id, account_name, account_number, account_ifsc,
         account_mobile, account_added_at, account_changed_at, created_at, hold_due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (player_id, key) DO NOTHING`,
    [
      ...[asked.id, asked.playerId, asked.playerEmail, asked.amountPaise, asked.key, asked.inputSha256],
      ...account,
      ...times.map((ms) => new Date(ms)),
    ],
  )
  return rowCount === 1
}

const isOpen = 'held_at IS NULL AND refused_at IS NULL'

/** Marks that the wallet has set the money aside. @returns whether it was marked now: not before, and it was not refused meanwhile. */
export async function markHeld(
  db: Queryable,
  id: string,
  stood: { readonly balancePaise: Paise; readonly balanceSeq: number },
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE withdrawal SET held_at = $2, held_balance_paise = $3, held_balance_seq = $4, hold_due_at = NULL WHERE id = $1 AND ${isOpen}`,
    [id, new Date(atMs), stood.balancePaise, stood.balanceSeq],
  )
  return rowCount === 1
}

/**
 * Marks that the wallet has refused the hold, and frees the key. The request is owed a release in any case: a hold that was asked for twice may have come through
 * once, and one that is late is refused after it. @returns whether it was marked now.
 */
export async function markRefused(
  db: Queryable,
  id: string,
  { code, reason, atMs }: { readonly code: ErrorCode; readonly reason: string | null; readonly atMs: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE withdrawal SET status = 'rejected', refused_at = $2, refusal_code = $3, admin_reason = $4, key = NULL, hold_due_at = NULL, settle_due_at = $2
     WHERE id = $1 AND ${isOpen}`,
    [id, new Date(atMs), code, reason],
  )
  return rowCount === 1
}

/** Marks that the wallet has booked what a decision brought. @returns whether it was marked now, and not before. */
export async function markSettled(db: Queryable, id: string, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE withdrawal SET settled_at = $2, settle_due_at = NULL WHERE id = $1 AND settle_due_at IS NOT NULL`,
    [id, new Date(atMs)],
  )
  return rowCount === 1
}

import { msOf, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Player } from '@kismet/service-kit/tokens'

/** What a player says of a bank account. */
export interface AccountFields {
  readonly name: string
  readonly accountNumber: string
  readonly ifsc: string
  readonly mobile: string
}

export interface StoredAccount extends AccountFields {
  readonly id: string
  /** Null: no password is needed. */
  readonly passwordHash: string | null
  readonly version: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** Until then the account takes no withdrawals; null: it never had to wait. */
  readonly usableFromMs: number | null
  /** When the withdraw password was set with a mailed code; null: never. */
  readonly passwordResetAtMs: number | null
}

/** The accounts of a player in the order of their indexes: as they were added. */
export async function listAccounts(db: Queryable, playerId: string): Promise<StoredAccount[]> {
  const { rows } = await db.query<StoredAccount>(
    `SELECT id, name, account_number AS "accountNumber", ifsc, mobile, password_hash AS "passwordHash", version,
            ${msOf('created_at')} AS "createdAtMs", ${msOf('updated_at')} AS "updatedAtMs", ${msOf('usable_from')} AS "usableFromMs",
            ${msOf('password_reset_at')} AS "passwordResetAtMs"
     FROM bank_account WHERE player_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`,
    [playerId],
  )
  return rows
}

/** The accounts, locked until the transaction ends: other changes and withdrawals of the player wait. */
export async function holdAccounts(transaction: Queryable, playerId: string): Promise<StoredAccount[]> {
  await takeTurn(transaction, `accounts ${playerId}`)
  return listAccounts(transaction, playerId)
}

/** Adds an account, or changes the account with the id. */
export async function saveAccount(
  db: Queryable,
  account: AccountFields & Pick<StoredAccount, 'id' | 'passwordHash' | 'usableFromMs'>,
  player: Pick<Player, 'id' | 'email'>,
  atMs: number,
): Promise<void> {
  const { id, name, accountNumber, ifsc, mobile, passwordHash, usableFromMs } = account
  await db.query(
    `INSERT INTO bank_account AS a (id, player_id, player_email, name, account_number, ifsc, mobile, password_hash, created_at, updated_at, usable_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
     ON CONFLICT (id) DO UPDATE SET name = $4, account_number = $5, ifsc = $6, mobile = $7, password_hash = $8, updated_at = $9, usable_from = $10, version = a.version + 1`,
    [
      ...[id, player.id, player.email, name, accountNumber, ifsc, mobile, passwordHash, new Date(atMs)],
      usableFromMs === null ? null : new Date(usableFromMs),
    ],
  )
}

/** Sets a new password with a mailed code. */
export async function resetAccountPassword(
  db: Queryable,
  { id, passwordHash, usableFromMs }: Pick<StoredAccount, 'id' | 'passwordHash' | 'usableFromMs'>,
  atMs: number,
): Promise<void> {
  await db.query(
    `UPDATE bank_account SET password_hash = $2, usable_from = $3, password_reset_at = $4, version = version + 1 WHERE id = $1`,
    [id, passwordHash, usableFromMs === null ? null : new Date(usableFromMs), new Date(atMs)],
  )
}

/** When a withdraw password of a player was last set with a mailed code, also of an account that is deleted now; null: never. */
export async function lastPasswordReset(db: Queryable, playerId: string): Promise<number | null> {
  const sql = `SELECT ${msOf('max(password_reset_at)')} AS "atMs" FROM bank_account WHERE player_id = $1`
  return (await db.query<{ atMs: number | null }>(sql, [playerId])).rows[0]?.atMs ?? null
}

/** The row stays; its password goes. */
export async function markAccountDeleted(db: Queryable, id: string, atMs: number): Promise<void> {
  await db.query('UPDATE bank_account SET deleted_at = $2, password_hash = NULL, version = version + 1 WHERE id = $1', [
    id,
    new Date(atMs),
  ])
}

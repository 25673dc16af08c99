import { msOf, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

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
}

/** The accounts of a player in the order of their indexes: as they were added. */
export async function listAccounts(db: Queryable, playerId: string): Promise<StoredAccount[]> {
  const { rows } = await db.query<StoredAccount>(
    `SELECT id, name, account_number AS "accountNumber", ifsc, mobile, password_hash AS "passwordHash", version,
            ${msOf('created_at')} AS "createdAtMs", ${msOf('updated_at')} AS "updatedAtMs"
     FROM bank_account WHERE player_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`,
    [playerId],
  )
  return rows
}

/** Until the transaction ends nobody else adds, changes or deletes an account of the player, or chooses one for a withdrawal. */
export async function holdAccounts(transaction: Queryable, playerId: string): Promise<StoredAccount[]> {
  await takeTurn(transaction, `accounts ${playerId}`)
  return listAccounts(transaction, playerId)
}

export async function insertAccount(
  db: Queryable,
  { id, playerId, playerEmail }: { readonly id: string; readonly playerId: string; readonly playerEmail: string },
  { name, accountNumber, ifsc, mobile, passwordHash }: AccountFields & Pick<StoredAccount, 'passwordHash'>,
  atMs: number,
): Promise<void> {
  await db.query(
    `INSERT INTO bank_account (id, player_id, player_email, name, account_number, ifsc, mobile, password_hash, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [id, playerId, playerEmail, name, accountNumber, ifsc, mobile, passwordHash, new Date(atMs)],
  )
}

export async function updateAccount(
  db: Queryable,
  id: string,
  { name, accountNumber, ifsc, mobile, passwordHash }: AccountFields & Pick<StoredAccount, 'passwordHash'>,
  atMs: number,
): Promise<void> {
  await db.query(
    `UPDATE bank_account SET name = $2, account_number = $3, ifsc = $4, mobile = $5, password_hash = $6, updated_at = $7, version = version + 1
     WHERE id = $1`,
    [id, name, accountNumber, ifsc, mobile, passwordHash, new Date(atMs)],
  )
}

/** The row stays; its password goes. */
export async function markAccountDeleted(db: Queryable, id: string, atMs: number): Promise<void> {
  await db.query('UPDATE bank_account SET deleted_at = $2, password_hash = NULL, version = version + 1 WHERE id = $1', [
    id,
    new Date(atMs),
  ])
}

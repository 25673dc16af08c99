import { msOf, takeLock, updateRow } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

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
  await takeLock(transaction, `accounts ${playerId}`)
  return listAccounts(transaction, playerId)
}

type Saved = AccountFields & Pick<StoredAccount, 'passwordHash' | 'usableFromMs'>

/** The columns of an account that is saved now. */
export const columnsOf = (
  { name, accountNumber, ifsc, mobile, passwordHash, usableFromMs }: Saved,
  nowMs: number,
): Readonly<Record<string, unknown>> => ({
  ...{ name, account_number: accountNumber, ifsc, mobile, password_hash: passwordHash, updated_at: new Date(nowMs) },
  usable_from: usableFromMs === null ? null : new Date(usableFromMs),
})

/** Changes columns of an account that is locked and unchanged. An action that checked an earlier version fails. */
export const updateAccount = (
  db: Queryable,
  { id, version }: StoredAccount,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> => updateRow(db, 'bank_account', id, { ...changes, version: version + 1 })

/** When a withdraw password of a player was last set with a mailed code, also of an account that is deleted now; null: never. */
export async function lastPasswordReset(db: Queryable, playerId: string): Promise<number | null> {
  const sql = `SELECT ${msOf('max(password_reset_at)')} AS "atMs" FROM bank_account WHERE player_id = $1`
  return (await db.query<{ atMs: number | null }>(sql, [playerId])).rows[0]?.atMs ?? null
}

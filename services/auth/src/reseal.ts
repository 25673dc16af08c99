import { inTransaction } from '@kismet/service-kit/database'
import type { Sources } from './sources.ts'

/** The columns that AUTH_SECRET encrypts. */
const sealed = [
  { table: 'signing_key', id: 'kid', column: 'private_sealed', keys: 'signingKeys' },
  { table: 'admin', id: 'id', column: 'totp_sealed', keys: 'totp' },
  { table: 'mail', id: 'id', column: 'sealed', keys: 'mails' },
] as const

/**
 * Encrypts with the first secret of AUTH_SECRET what any of its secrets encrypted, with an audit row. Safe to repeat.
 * @returns the number of rows of each table
 * @throws Error when no secret opens a row. The transaction rolls back.
 */
export function reseal({ audit, db, secrets, randomness }: Sources): Promise<Record<string, number>> {
  return inTransaction(db, async (transaction) => {
    const counts: Record<string, number> = {}
    for (const { table, id, column, keys } of sealed) {
      const { rows } = await transaction.query<{ id: string; value: Buffer }>(
        `SELECT ${id} AS id, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL FOR UPDATE`,
      )
      for (const row of rows) {
        const value = secrets[keys].seal(secrets[keys].open(row.value, row.id), row.id, randomness)
        await transaction.query(`UPDATE ${table} SET ${column} = $2 WHERE ${id} = $1`, [row.id, value])
      }
      counts[table] = rows.length
    }
    const change = { action: 'auth-secret.reseal', target: 'AUTH_SECRET', detail: counts }
    await audit.appendOperator(transaction, change, 'command')
    return counts
  })
}

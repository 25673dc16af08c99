import type { Queryable } from '@kismet/service-kit/database'

const select = 'SELECT totp_required AS required FROM admin_rules'

/** What stands in the database; whether it is in force says totp-rule.ts. */
export async function storedRule(db: Queryable): Promise<boolean> {
  return (await db.query<{ required: boolean }>(select)).rows[0]?.required === true
}

/** The same, which nobody changes before this transaction has ended. @param alone so that all logins under it have ended, too */
export async function holdStoredRule(transaction: Queryable, alone = false): Promise<boolean> {
  const { rows } = await transaction.query<{ required: boolean }>(`${select} FOR ${alone ? 'UPDATE' : 'SHARE'}`)
  return rows[0]?.required === true
}

export async function storeRule(transaction: Queryable, isRequired: boolean): Promise<void> {
  await transaction.query('UPDATE admin_rules SET totp_required = $1', [isRequired])
}

/** The ids of admins whose password alone opens their accounts. */
export async function adminsWithoutTotp(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM admin WHERE totp_on_since IS NULL ORDER BY id')
  return rows.map(({ id }) => id)
}

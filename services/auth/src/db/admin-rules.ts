import type { Queryable } from '@kismet/service-kit/database'

/** Whether nobody logs in to the back office without a second step. */
export async function isTotpRequired(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ required: boolean }>('SELECT totp_required AS required FROM admin_rules')
  return rows[0]?.required === true
}

/** The same, which nobody changes before this transaction has ended. */
export async function holdTotpRule(transaction: Queryable): Promise<boolean> {
  const { rows } = await transaction.query<{ required: boolean }>(
    'SELECT totp_required AS required FROM admin_rules FOR SHARE',
  )
  return rows[0]?.required === true
}

/** Sets the rule, once all logins under the one of before have ended. @returns whether that is another one */
export async function setTotpRequired(transaction: Queryable, isRequired: boolean): Promise<boolean> {
  const { rowCount } = await transaction.query('UPDATE admin_rules SET totp_required = $1 WHERE totp_required <> $1', [
    isRequired,
  ])
  return rowCount === 1
}

/** The ids of admins whose password alone opens their accounts. */
export async function adminsWithoutTotp(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM admin WHERE totp_on_since IS NULL ORDER BY id')
  return rows.map(({ id }) => id)
}

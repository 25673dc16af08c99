import type { Queryable } from '@kismet/service-kit/database'

/** Settings of owners. `totpRequired`: every admin needs a second step at login. */
export interface SiteSettings {
  readonly maintenance: boolean
  readonly totpRequired: boolean
}

/** @param lock keeps the settings until the transaction ends */
export async function readSettings(db: Queryable, lock: '' | 'FOR SHARE' | 'FOR UPDATE' = ''): Promise<SiteSettings> {
  const sql = `SELECT maintenance, totp_required AS "totpRequired" FROM site_setting ${lock}`
  const { rows } = await db.query<SiteSettings>(sql)
  if (rows[0] === undefined) throw new Error('The row of site_setting is missing')
  return rows[0]
}

/** Stores settings that were read with a lock. */
export async function changeSettings(transaction: Queryable, changed: SiteSettings): Promise<void> {
  const sql = 'UPDATE site_setting SET maintenance = $1, totp_required = $2'
  await transaction.query(sql, [changed.maintenance, changed.totpRequired])
}

import type { Queryable } from '@kismet/service-kit/database'

/** Settings of owners. `totp_required`: every admin needs a second step at login. */
type Setting = 'maintenance' | 'totp_required'

/** @param lock keeps the settings until the transaction ends */
export async function readSetting(db: Queryable, setting: Setting, lock: '' | 'FOR SHARE' = ''): Promise<boolean> {
  const { rows } = await db.query<{ value: boolean }>(`SELECT ${setting} AS value FROM site_setting ${lock}`)
  if (rows[0] === undefined) throw new Error('The row of site_setting is missing')
  return rows[0].value
}

/** @returns whether the setting had the other value */
export async function changeSetting(transaction: Queryable, setting: Setting, value: boolean): Promise<boolean> {
  const sql = `UPDATE site_setting SET ${setting} = $1 WHERE ${setting} <> $1`
  return (await transaction.query(sql, [value])).rowCount === 1
}

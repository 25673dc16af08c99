import type { Queryable } from '@kismet/service-kit/database'

export async function readMaintenance(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ is_on: boolean }>('SELECT is_on FROM site_maintenance')
  return rows[0]?.is_on === true
}

/** Sets the switch. @returns how it stood before. */
export async function setMaintenance(
  transaction: Queryable,
  change: { readonly isOn: boolean; readonly adminId: string; readonly nowMs: number },
): Promise<boolean> {
  const { rows } = await transaction.query<{ is_on: boolean }>('SELECT is_on FROM site_maintenance FOR UPDATE')
  await transaction.query('UPDATE site_maintenance SET is_on = $1, changed_at = $2, changed_by = $3', [
    change.isOn,
    new Date(change.nowMs),
    change.adminId,
  ])
  return rows[0]?.is_on === true
}

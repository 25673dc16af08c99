import type { Queryable } from '@kismet/service-kit/database'

export async function readMaintenance(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ is_on: boolean }>('SELECT is_on FROM site_maintenance')
  return rows[0]?.is_on === true
}

/** Sets the switch. @returns how it stood before. */
export async function setMaintenance(
  transaction: Queryable,
  { isOn, adminId, nowMs }: { readonly isOn: boolean; readonly adminId: string; readonly nowMs: number },
): Promise<boolean> {
  const { rows } = await transaction.query<{ was_on: boolean }>(
    `UPDATE site_maintenance SET is_on = $1, changed_at = $2, changed_by = $3
     FROM (SELECT is_on AS was_on FROM site_maintenance FOR UPDATE) AS before RETURNING was_on`,
    [isOn, new Date(nowMs), adminId],
  )
  return rows[0]?.was_on === true
}

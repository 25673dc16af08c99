import type { VolatilityMode } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

export interface VolatilityChange {
  readonly mode: VolatilityMode
  readonly previous: VolatilityMode
  readonly by: string
  readonly atMs: number
}

/** Newest first. */
export async function volatilityChanges(db: Queryable, limit: number): Promise<VolatilityChange[]> {
  const { rows } = await db.query<VolatilityChange>(
    `SELECT mode, previous, admin_name AS "by", ${msOf('changed_at')} AS "atMs" FROM volatility_change ORDER BY change_no DESC LIMIT $1`,
    [limit],
  )
  return rows
}

/** @returns the mode that was in force */
export async function addVolatilityChange(
  transaction: Queryable,
  { mode, by, atMs }: Omit<VolatilityChange, 'previous'>,
): Promise<VolatilityMode> {
  const previous = await modeInForce(transaction)
  const sql = 'INSERT INTO volatility_change (mode, previous, admin_name, changed_at) VALUES ($1, $2, $3, $4)'
  await transaction.query(sql, [mode, previous, by, new Date(atMs)])
  return previous
}

/** The mode of rounds to come. Until an admin chooses another one, it is `normal`. */
export async function modeInForce(db: Queryable): Promise<VolatilityMode> {
  const [newest] = await volatilityChanges(db, 1)
  return newest?.mode ?? 'normal'
}

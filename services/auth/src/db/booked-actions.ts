import { isoOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** An action of an admin: a hash of the action, and who did it when. */
interface Booked {
  readonly inputHash: string
  readonly by: string
  readonly at: string
}

/**
 * Keeps an action. A known key keeps its first action; other calls with the key wait.
 * @returns the kept action, and whether it is new
 */
export async function keepAction(
  transaction: Queryable,
  key: string,
  { inputHash, by, at }: Booked,
): Promise<{ readonly isNew: boolean; readonly kept: Booked | undefined }> {
  const { rowCount } = await transaction.query(
    'INSERT INTO booked_action (key, input_hash, admin_name, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [key, inputHash, by, at],
  )
  const { rows } = await transaction.query<Booked>(
    `SELECT input_hash AS "inputHash", admin_name AS by, ${isoOf('at')} AS at FROM booked_action WHERE key = $1`,
    [key],
  )
  return { isNew: rowCount === 1, kept: rows[0] }
}

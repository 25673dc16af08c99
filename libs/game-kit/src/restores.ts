import type { Clock } from '@kismet/service-kit/clock'
import { inTransaction, timelineOf } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Randomness } from '@kismet/service-kit/randomness'

const saltBytes = 32

/**
 * Writes down that the ledger may have lost entries. Seeds of bets that were lost are revealed, so
 * commitments from before get another salt (known-bets.ts), and games in progress end (lasting.ts).
 */
export async function addRestore(
  db: Queryable,
  { clock, randomness }: { readonly clock: Clock; readonly randomness: Randomness },
): Promise<void> {
  const salt = randomness.bytes(saltBytes).toString('hex')
  await db.query('INSERT INTO ledger_restore (restored_at, salt) VALUES ($1, $2)', [new Date(clock.now()), salt])
}

/**
 * Notices a restored database by the timeline of its write-ahead log. A failover changes the timeline
 * too, and is treated as a restore.
 */
export async function noticeRestore(
  db: Pool,
  parts: { readonly clock: Clock; readonly randomness: Randomness },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const timeline = await timelineOf(transaction)
    const { rows } = await transaction.query<{ known: string | null }>(
      'SELECT timeline AS known FROM log_position FOR UPDATE',
    )
    const known = rows[0]?.known ?? null
    if (timeline === known) return
    if (known !== null) {
      await addRestore(transaction, parts)
      await transaction.query('UPDATE bet SET due_at = now() WHERE settled_at IS NULL')
    }
    await transaction.query('UPDATE log_position SET timeline = $1', [timeline])
  })
}

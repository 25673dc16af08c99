import type { Clock } from '@kismet/service-kit/clock'
import { timelineOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Randomness } from '@kismet/service-kit/randomness'

const saltBytes = 32

export const newSalt = (randomness: Randomness): string => randomness.bytes(saltBytes).toString('hex')

/**
 * Notices a restored database by the timeline of its write-ahead log. A failover changes the timeline
 * too, and is treated as a restore.
 */
export async function noticeRestore(
  db: Queryable,
  { clock, randomness }: { readonly clock: Clock; readonly randomness: Randomness },
): Promise<void> {
  await db.query(
    `WITH noticed AS (
       UPDATE log_position SET timeline = $1, restored_at = CASE WHEN timeline <> $1 THEN $2 ELSE restored_at END,
         restore_salt = CASE WHEN timeline <> $1 THEN $3 ELSE restore_salt END
       RETURNING old.timeline <> new.timeline AS is_restored
     ) UPDATE bet SET due_at = now() FROM noticed WHERE is_restored AND settled_at IS NULL`,
    [await timelineOf(db), new Date(clock.now()), newSalt(randomness)],
  )
}

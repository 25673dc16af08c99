import { gainOf } from '@kismet/contracts'
import { isoOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { LargeWin } from '../domain/alerts.ts'

/** Stores wins that a mail must tell. A win that is there already stays. */
export async function keepWins(transaction: Queryable, wins: readonly LargeWin[]): Promise<void> {
  for (const { entryId, playerId, game, reference, stakePaise, payoutPaise, at } of wins)
    await transaction.query(
      `INSERT INTO large_win (entry_id, player_id, game, reference, stake_paise, payout_paise, won_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [entryId, playerId, game, reference, stakePaise, payoutPaise, at],
    )
}

/** Marks all wins from the threshold on as told that no mail has told. @returns these wins, the largest gain first */
export async function takeUntoldWins(transaction: Queryable, threshold: number, nowMs: number): Promise<LargeWin[]> {
  const { rows } = await transaction.query<LargeWin>(
    `UPDATE large_win SET told_at = $1 WHERE told_at IS NULL AND payout_paise - stake_paise >= $2
     RETURNING entry_id AS "entryId", player_id AS "playerId", game, reference, stake_paise AS "stakePaise",
       payout_paise AS "payoutPaise", ${isoOf('won_at')} AS at`,
    [new Date(nowMs), threshold],
  )
  return rows.toSorted((one, other) => gainOf(other) - gainOf(one) || one.at.localeCompare(other.at))
}

/** Deletes wins before a time. Auth takes no earlier win, so that a win is told once. */
export async function forgetWins(transaction: Queryable, beforeMs: number): Promise<void> {
  await transaction.query('DELETE FROM large_win WHERE won_at < $1', [new Date(beforeMs)])
}

import { inTransaction } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { Protection } from '../domain/protection.ts'

const save = `INSERT INTO protection (
    player_id, wager_day_paise, wager_week_paise, wager_month_paise, loss_day_paise, loss_week_paise, loss_month_paise, time_out_until, excluded_until
  ) VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::bigint / 1000.0), to_timestamp($9::bigint / 1000.0))
  ON CONFLICT (player_id) DO UPDATE SET
    wager_day_paise = excluded.wager_day_paise, wager_week_paise = excluded.wager_week_paise, wager_month_paise = excluded.wager_month_paise,
    loss_day_paise = excluded.loss_day_paise, loss_week_paise = excluded.loss_week_paise, loss_month_paise = excluded.loss_month_paise,
    time_out_until = excluded.time_out_until, excluded_until = excluded.excluded_until`

/** Sets all rules of safer play of a player. A bet that is being decided on the old ones is decided again: the account has a new version. */
export async function saveProtection(db: Pool, playerId: string, protection: Protection): Promise<void> {
  const { wagerPaise, lossPaise, timeOutUntilMs, excludedUntilMs } = protection
  await inTransaction(db, async (transaction) => {
    await transaction.query(
      'INSERT INTO account (player_id) VALUES ($1) ON CONFLICT (player_id) DO UPDATE SET version = account.version + 1',
      [playerId],
    )
    await transaction.query(save, [
      playerId,
      ...[wagerPaise, lossPaise].flatMap(({ day, week, month }) => [day, week, month]),
      timeOutUntilMs,
      excludedUntilMs,
    ])
  })
}

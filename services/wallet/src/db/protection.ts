import type { Queryable } from '@kismet/service-kit/database'
import type { Protection } from '../domain/protection.ts'

const columns = `wager_limit_day_paise, wager_limit_week_paise, wager_limit_month_paise, loss_limit_day_paise, loss_limit_week_paise, loss_limit_month_paise,
  time_out_until, excluded_until`
const values = '$2, $3, $4, $5, $6, $7, to_timestamp($8::bigint / 1000.0), to_timestamp($9::bigint / 1000.0)'

/** Sets all rules of safer play of a player. A bet that is being decided on the old ones is decided again: the account has a new version. */
export async function saveProtection(db: Queryable, playerId: string, protection: Protection): Promise<void> {
  const { wagerPaise, lossPaise, timeOutUntilMs, excludedUntilMs } = protection
  await db.query(
    `INSERT INTO account (player_id, ${columns}) VALUES ($1, ${values})
     ON CONFLICT (player_id) DO UPDATE SET (version, ${columns}) = (account.version + 1, ${values})`,
    [
      playerId,
      ...[wagerPaise, lossPaise].flatMap(({ day, week, month }) => [day, week, month]),
      timeOutUntilMs,
      excludedUntilMs,
    ],
  )
}

import { volatilityDivisors } from '@kismet/fairness'
import { addReturns } from '@kismet/game-kit/returns'
import { uuids } from '@kismet/service-kit/columns'
import type { QueryConfig } from 'pg'
import type { Bet } from '../domain/book.ts'

/** The published return of a bet of a mode: 1 - 1 / divisor, wherever it is cashed out (docs/concepts/fairness.md). */
const theory = `CASE volatility_mode ${Object.entries(volatilityDivisors)
  .map(([mode, divisor]) => `WHEN '${mode}' THEN 1 - 1 / ${divisor}::float8`)
  .join(' ')} END`

/**
 * Writes bets as they are now. A bet that is stored like that already stays. A bet that won or lost
 * is counted in the returns with its end.
 */
export function betsQuery(bets: readonly Bet[]): QueryConfig {
  // A statement writes each row once: the newest state counts.
  const newest = new Map(bets.map((bet) => [bet.betId, bet]))
  const rows = [...newest.values()].map(({ decision, booking, ...bet }) => ({ ...bet, ...decision, ...booking }))
  return {
    name: 'bets',
    text: `WITH written AS (
        INSERT INTO bet (bet_id, round_number, player_id, name, stake_paise, target_hundredths, client_seed, client_seed_by_player, placed_at,
          status, place, multiplier_hundredths, payout_paise, auto, received_at_ms, balance_paise, balance_seq, bonus_released, settled_at)
        SELECT "betId", "roundNumber", "playerId", name, "stakePaise", "targetHundredths", "clientSeed", "clientSeedByPlayer",
          to_timestamp("placedAtMs" / 1000.0), status, place, "multiplierHundredths", "payoutPaise", auto, "receivedAtMs", "balancePaise",
          "balanceSeq", "bonusReleased", to_timestamp("settledAtMs" / 1000.0)
        FROM json_to_recordset($1) AS new ("betId" uuid, "roundNumber" bigint, "playerId" uuid, name text, "stakePaise" bigint,
          "targetHundredths" integer, "clientSeed" text, "clientSeedByPlayer" boolean, "placedAtMs" bigint, status text, place integer,
          "multiplierHundredths" integer, "payoutPaise" bigint, auto boolean, "receivedAtMs" bigint, "balancePaise" bigint,
          "balanceSeq" bigint, "bonusReleased" boolean, "settledAtMs" bigint)
        ON CONFLICT (bet_id) DO UPDATE SET status = excluded.status, place = excluded.place,
          multiplier_hundredths = excluded.multiplier_hundredths, payout_paise = excluded.payout_paise, auto = excluded.auto,
          received_at_ms = excluded.received_at_ms, balance_paise = excluded.balance_paise, balance_seq = excluded.balance_seq,
          bonus_released = excluded.bonus_released, settled_at = excluded.settled_at
        WHERE bet.status <> excluded.status
        RETURNING status, round_number, stake_paise, payout_paise, settled_at
      ), counted AS (
        SELECT 'aviator' AS game, volatility_mode AS setting, settled_at, stake_paise, payout_paise, ${theory} AS theory
        FROM written JOIN round USING (round_number) WHERE status IN ('cashed_out', 'lost')
      ) ${addReturns('counted')}`,
    values: [JSON.stringify(rows)],
  }
}

/** Deletes bets that were not accepted, once their stakes are back. */
export function dropsQuery(bets: readonly Bet[]): QueryConfig {
  return {
    name: 'bets dropped',
    text: `DELETE FROM bet WHERE bet_id = ANY ($1) AND status = 'asked'`,
    values: [uuids(bets, ({ betId }) => betId)],
  }
}

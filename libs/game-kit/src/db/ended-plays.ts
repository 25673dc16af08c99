import type { GameName } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { PlayRequest, SettledPlay } from '../plays.ts'
import { playColumns } from './seats.ts'

/** The columns of a SettledPlay, of the table `play`. */
export const endedColumns = `${playColumns}, encode(server_seed, 'hex') AS "serverSeed", outcome, multiplier_units AS "multiplierUnits",
    payout_paise AS "payoutPaise", balance_paise AS "balancePaise", balance_seq AS "balanceSeq", bonus_released AS "bonusReleased",
    ${msOf('settled_at')} AS "settledAtMs"`
const selectPlay = `SELECT ${endedColumns} FROM play`

export async function findPlay(db: Queryable, betId: string): Promise<SettledPlay | undefined> {
  return (await db.query<SettledPlay>(`${selectPlay} WHERE bet_id = $1`, [betId])).rows[0]
}

/** The play that a key has booked. Only the index of keys serves this: of a player that is compared by = the planner may walk through all plays. */
export async function findPlayOfKey(
  db: Queryable,
  { playerId, game, key }: PlayRequest,
): Promise<SettledPlay | undefined> {
  const sql = `${selectPlay} WHERE idempotency_key = $3 AND (player_id, game) IS NOT DISTINCT FROM ($1::uuid, $2::text)`
  return (await db.query<SettledPlay>(sql, [playerId, game, key])).rows[0]
}

/** The newest plays of a player's game, newest first. */
export async function findNewest(
  db: Queryable,
  playerId: string,
  game: GameName,
  limit: number,
): Promise<SettledPlay[]> {
  const sql = `${selectPlay} WHERE player_id = $1 AND game = $2 ORDER BY nonce DESC LIMIT $3`
  return (await db.query<SettledPlay>(sql, [playerId, game, limit])).rows
}

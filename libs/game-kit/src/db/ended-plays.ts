import type { GameName } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { PlayRequest, SettledPlay } from '../plays.ts'
import { playColumns } from './seats.ts'

/** The columns of a SettledPlay, of the table `play`. */
export const endedColumns = `${playColumns}, encode(server_seed, 'hex') AS "serverSeed", outcome, multiplier_units AS "multiplierUnits",
    payout_paise AS "payoutPaise", balance_paise AS "balancePaise", balance_seq AS "balanceSeq", bonus_released AS "bonusReleased",
    ${msOf('settled_at')} AS "settledAtMs"`

/**
 * The ended bets without returned stakes, which are not settled bets. Replaces `play` where games
 * last.
 */
export const withoutRefunds = `(
  SELECT play.* FROM play LEFT JOIN lasting_play AS lasting USING (bet_id) WHERE (lasting.ending ->> 'isRefund') IS DISTINCT FROM 'true'
) AS play`

const selectPlay = `SELECT ${endedColumns} FROM play`

export async function findPlay(db: Queryable, betId: string): Promise<SettledPlay | undefined> {
  return (await db.query<SettledPlay>(`${selectPlay} WHERE bet_id = $1`, [betId])).rows[0]
}

/** The column `key_hash` of a play of these; arguments are SQL. The only index that serves it has one entry for it, so no plan reads other plays. */
export const keyHash = (playerId: string, game: string, key: string): string =>
  `left(encode(sha256((${playerId}::text || ' ' || ${game} || ' ' || ${key})::bytea), 'hex'), 32)::uuid`

/** The play that a key has booked. */
export async function findPlayOfKey(
  db: Queryable,
  { playerId, game, key }: Pick<PlayRequest, 'playerId' | 'game' | 'key'>,
): Promise<SettledPlay | undefined> {
  const sql = `${selectPlay} WHERE key_hash = ${keyHash('$1::uuid', '$2', '$3')}`
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

/** Plays of a player's game after a nonce, `upTo` another one where that is given, oldest first unless `newestFirst`. */
export async function findPlaysFrom(
  db: Queryable,
  playerId: string,
  game: GameName,
  afterNonce: number,
  limit: number,
  { upTo = Number.MAX_SAFE_INTEGER, newestFirst = false }: { upTo?: number; newestFirst?: boolean } = {},
): Promise<SettledPlay[]> {
  const order = newestFirst ? 'DESC' : 'ASC'
  const sql = `${selectPlay} WHERE player_id = $1 AND game = $2 AND nonce > $3 AND nonce <= $4 ORDER BY nonce ${order} LIMIT $5`
  return (await db.query<SettledPlay>(sql, [playerId, game, afterNonce, upTo, limit])).rows
}

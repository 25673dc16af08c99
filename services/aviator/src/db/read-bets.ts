import { Id } from '@kismet/contracts'
import type { listAviatorTopWins, Output } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Bet } from '../domain/book.ts'

const columns = `bet_id AS "betId", round_number AS "roundNumber", player_id AS "playerId", name, stake_paise AS "stakePaise",
  target_hundredths AS "targetHundredths", bet.client_seed AS "clientSeed", client_seed_by_player AS "clientSeedByPlayer",
  ${msOf('placed_at')} AS "placedAtMs", status, place,
  CASE WHEN payout_paise IS NOT NULL THEN json_build_object('multiplierHundredths', multiplier_hundredths, 'payoutPaise', payout_paise,
    'auto', auto, 'receivedAtMs', received_at_ms) END AS decision,
  CASE WHEN settled_at IS NOT NULL THEN json_build_object('balancePaise', balance_paise, 'balanceSeq', balance_seq,
    'bonusReleased', bonus_released, 'settledAtMs', ${msOf('settled_at')}) END AS booking`

/** Bets by a condition in SQL. */
async function found(db: Queryable, where: string, values: unknown[]): Promise<Bet[]> {
  return (await db.query<Bet>(`SELECT ${columns} FROM bet WHERE ${where}`, values)).rows
}

/** All bets of a round. */
export const betsOfRound = (db: Queryable, roundNumber: number): Promise<Bet[]> =>
  found(db, 'round_number = $1', [roundNumber])

/** Accepted bets of a round after a place, in the order of acceptance. */
export const acceptedBets = (db: Queryable, roundNumber: number, afterPlace: number, limit: number): Promise<Bet[]> =>
  found(db, 'round_number = $1 AND place > $2 ORDER BY place LIMIT $3', [roundNumber, afterPlace, limit])

/** @param betId any text: what is no id names no bet */
export const betById = async (db: Queryable, betId: string): Promise<Bet | undefined> =>
  Id.safeParse(betId).success ? (await found(db, 'bet_id = $1', [betId]))[0] : undefined

export const betInRound = async (db: Queryable, playerId: string, roundNumber: number): Promise<Bet | undefined> =>
  (await found(db, 'player_id = $1 AND round_number = $2', [playerId, roundNumber]))[0]

/** Decided bets that the wallet has not booked. */
export async function countUnbooked(db: Queryable): Promise<number | undefined> {
  return (await db.query<{ bets: number }>(`SELECT count(*) AS bets FROM bet WHERE status = 'decided'`)).rows[0]?.bets
}

/** A bet as its player's list shows it. */
export interface ListedBet extends Bet {
  readonly roundId: string
  readonly crashPointHundredths: number | null
}

/** Accepted bets of a player, newest first. */
export async function betsOfPlayer(db: Queryable, playerId: string, limit: number): Promise<ListedBet[]> {
  const { rows } = await db.query<ListedBet>(
    `SELECT ${columns}, round_id AS "roundId", CASE phase WHEN 'crashed' THEN crash_point_hundredths END AS "crashPointHundredths"
     FROM bet JOIN round USING (round_number)
     WHERE player_id = $1 AND place IS NOT NULL ORDER BY round_number DESC LIMIT $2`,
    [playerId, limit],
  )
  return rows
}

/** What all accepted bets of a round come to, in paise; what those whose end is not decided will be paid is not in `paidPaise`. */
export interface RoundSums {
  readonly count: number
  readonly stakedPaise: number
  readonly paidPaise: number
}

export async function sumsOfRound(db: Queryable, roundNumber: number): Promise<RoundSums> {
  const { rows } = await db.query<RoundSums>(
    `SELECT count(*) AS count, coalesce(sum(stake_paise), 0)::bigint AS "stakedPaise",
       coalesce(sum(CASE status WHEN 'refunded' THEN stake_paise ELSE payout_paise END), 0)::bigint AS "paidPaise"
     FROM bet WHERE round_number = $1 AND place IS NOT NULL`,
    [roundNumber],
  )
  return rows[0] ?? { count: 0, stakedPaise: 0, paidPaise: 0 }
}

type Win = Omit<Output<typeof listAviatorTopWins>['wins'][number], 'at'> & { readonly atMs: number }

/** The largest payouts of a moment's day in Asia/Kolkata, largest first. Anybody may ask for them, so they come from the index as they are. */
export async function topWins(db: Queryable, nowMs: number, limit: number): Promise<Win[]> {
  const { rows } = await db.query<Win>(
    `SELECT name, round_id AS "roundId", stake_paise AS "betAmount", multiplier_hundredths / 100.0::float8 AS multiplier,
       payout_paise AS payout, ${msOf('settled_at')} AS "atMs"
     FROM bet JOIN round USING (round_number)
     WHERE status = 'cashed_out' AND (settled_at AT TIME ZONE 'Asia/Kolkata')::date = ($1::timestamptz AT TIME ZONE 'Asia/Kolkata')::date
     ORDER BY payout_paise DESC, settled_at LIMIT $2`,
    [new Date(nowMs), limit],
  )
  return rows
}

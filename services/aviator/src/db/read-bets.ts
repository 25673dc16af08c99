import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Bet, Decision } from '../domain/book.ts'
import type { Booking } from './write-bets.ts'

interface BetRow extends Omit<Bet, 'decision'> {
  readonly multiplierHundredths: number | null
  readonly payoutPaise: number | null
  readonly auto: boolean | null
  readonly receivedAtMs: number | null
}

const columns = `bet_id AS "betId", round_number AS "roundNumber", player_id AS "playerId", name, stake_paise AS "stakePaise", target_hundredths AS "targetHundredths",
  bet.client_seed AS "clientSeed", client_seed_by_player AS "clientSeedByPlayer", ${msOf('placed_at')} AS "placedAtMs", status, place,
  multiplier_hundredths AS "multiplierHundredths", payout_paise AS "payoutPaise", auto, received_at_ms AS "receivedAtMs"`

function betOf({ multiplierHundredths, payoutPaise, auto, receivedAtMs, ...bet }: BetRow): Bet {
  const isDecided = multiplierHundredths !== null && payoutPaise !== null && auto !== null && receivedAtMs !== null
  const decision: Decision | null = isDecided ? { multiplierHundredths, payoutPaise, auto, receivedAtMs } : null
  return { ...bet, decision }
}

/** All bets of a round. */
export async function betsOfRound(db: Queryable, roundNumber: number): Promise<Bet[]> {
  const { rows } = await db.query<BetRow>(`SELECT ${columns} FROM bet WHERE round_number = $1`, [roundNumber])
  return rows.map(betOf)
}

/** Rounds before `roundNumber` in which something is not over. */
export async function unsettledRounds(db: Queryable, roundNumber: number): Promise<number[]> {
  const { rows } = await db.query<{ roundNumber: number }>(
    `SELECT DISTINCT round_number AS "roundNumber" FROM bet
     WHERE status IN ('asked', 'open', 'decided', 'released') AND round_number < $1 ORDER BY 1 LIMIT 1000`,
    [roundNumber],
  )
  return rows.map((row) => row.roundNumber)
}

/** A bet as its player's list shows it. */
export interface ListedBet extends Bet {
  readonly roundId: string
  readonly crashPointHundredths: number | null
}

/** Accepted bets of a player, newest first. */
export async function betsOfPlayer(db: Queryable, playerId: string, limit: number): Promise<ListedBet[]> {
  const { rows } = await db.query<BetRow & Pick<ListedBet, 'roundId' | 'crashPointHundredths'>>(
    `SELECT ${columns}, round_id AS "roundId", CASE phase WHEN 'crashed' THEN crash_point_hundredths END AS "crashPointHundredths"
     FROM bet JOIN round USING (round_number)
     WHERE player_id = $1 AND place IS NOT NULL ORDER BY round_number DESC LIMIT $2`,
    [playerId, limit],
  )
  return rows.map(({ roundId, crashPointHundredths, ...row }) => ({ ...betOf(row), roundId, crashPointHundredths }))
}

/** A bet with how it was booked. */
export interface FoundBet extends Bet {
  /** Undefined until the wallet has booked its end. */
  readonly booking: Booking | undefined
}

export async function betById(db: Queryable, betId: string): Promise<FoundBet | undefined> {
  return (await found(db, 'bet_id = $1', [betId]))[0]
}

export async function betInRound(db: Queryable, playerId: string, roundNumber: number): Promise<FoundBet | undefined> {
  return (await found(db, 'player_id = $1 AND round_number = $2', [playerId, roundNumber]))[0]
}

interface BookedRow extends BetRow {
  readonly balancePaise: number | null
  readonly balanceSeq: number
  readonly bonusReleased: boolean
  readonly settledAtMs: number
}

/** Bets by a condition in SQL. */
export async function found(db: Queryable, where: string, values: unknown[]): Promise<FoundBet[]> {
  const { rows } = await db.query<BookedRow>(
    `SELECT ${columns}, balance_paise AS "balancePaise", balance_seq AS "balanceSeq", bonus_released AS "bonusReleased",
       ${msOf('settled_at')} AS "settledAtMs"
     FROM bet WHERE ${where}`,
    values,
  )
  return rows.map(({ balancePaise, balanceSeq, bonusReleased, settledAtMs, ...row }) => ({
    ...betOf(row),
    booking: balancePaise === null ? undefined : { balancePaise, balanceSeq, bonusReleased, settledAtMs },
  }))
}

export interface Win {
  readonly name: string
  readonly roundId: string
  readonly stakePaise: number
  readonly multiplierHundredths: number
  readonly payoutPaise: number
  readonly atMs: number
}

/** The largest payouts of a moment's day in Asia/Kolkata, largest first. Anybody may ask for them, so they come from the index as they are. */
export async function topWins(db: Queryable, nowMs: number, limit: number): Promise<Win[]> {
  const { rows } = await db.query<Win>(
    `SELECT name, round_id AS "roundId", stake_paise AS "stakePaise", multiplier_hundredths AS "multiplierHundredths", payout_paise AS "payoutPaise",
       ${msOf('settled_at')} AS "atMs"
     FROM bet JOIN round USING (round_number)
     WHERE status = 'cashed_out' AND (settled_at AT TIME ZONE 'Asia/Kolkata')::date = ($1::timestamptz AT TIME ZONE 'Asia/Kolkata')::date
     ORDER BY payout_paise DESC, settled_at LIMIT $2`,
    [new Date(nowMs), limit],
  )
  return rows
}

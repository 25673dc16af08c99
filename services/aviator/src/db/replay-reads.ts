import type { Queryable } from '@kismet/service-kit/database'
import { found } from './read-bets.ts'
import type { FoundBet } from './read-bets.ts'

/** Accepted bets of a round after a place, in the order of acceptance. */
export function acceptedBets(
  db: Queryable,
  roundNumber: number,
  afterPlace: number,
  limit: number,
): Promise<FoundBet[]> {
  return found(db, 'round_number = $1 AND place > $2 ORDER BY place LIMIT $3', [roundNumber, afterPlace, limit])
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

/** The number of the newest round; 0 before the first. */
export async function newestRoundNumber(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ newest: number }>('SELECT coalesce(max(round_number), 0) AS newest FROM round')
  return rows[0]?.newest ?? 0
}

import { Id } from '@kismet/contracts'
import type { PastRound } from '@kismet/contracts'
import { flightInstantMs } from '@kismet/fairness'
import type { Queryable } from '@kismet/service-kit/database'
import type { z } from 'zod'
import type { Flight, OverRound, Phase, Round } from '../domain/round.ts'

/** A round as it is stored: of one that flies the crash point is not. */
export type StoredRound =
  | Exclude<Round, { phase: 'flying' }>
  | (Pick<Extract<Round, { phase: 'flying' }>, 'commitment' | 'phase'> & {
      readonly flight: Pick<Flight, 'clientSeeds' | 'takeoffAtMs'>
    })

/** In a phase before the end, the database has no values of the later phases (`round_is_whole`). */
type RoundRow = { readonly phase: Phase } & Pick<OverRound, 'commitment' | 'end'> & {
    readonly flight: Omit<Flight, 'crashAtMs'>
  }

const columns = `phase,
  json_build_object('roundNumber', round_number, 'roundId', round_id, 'chainId', chain_id, 'version', version, 'volatilityMode', volatility_mode,
    'fairnessHash', fairness_hash, 'openedAtMs', opened_at_ms, 'bettingEndsAtMs', betting_ends_at_ms) AS commitment,
  json_build_object('clientSeeds', client_seeds, 'clientSeed', client_seed, 'takeoffAtMs', takeoff_at_ms,
    'crashPointHundredths', crash_point_hundredths) AS flight,
  json_build_object('atMs', ended_at_ms, 'serverSeed', server_seed) AS "end"`

function roundOf({ phase, commitment, flight, end }: RoundRow): StoredRound {
  if (phase === 'betting') return { phase, commitment }
  if (phase === 'flying') return { phase, commitment, flight }
  const crashAtMs = flight.takeoffAtMs + flightInstantMs(flight.crashPointHundredths)
  return { phase, commitment, flight: { ...flight, crashAtMs }, end }
}

/** Rounds by the end of a query in SQL. */
async function found(db: Queryable, which: string, values: unknown[]): Promise<StoredRound[]> {
  return (await db.query<RoundRow>(`SELECT ${columns} FROM round ${which}`, values)).rows.map(roundOf)
}

export const newestRound = async (db: Queryable): Promise<StoredRound | undefined> =>
  (await found(db, 'ORDER BY round_number DESC LIMIT 1', []))[0]

/** @param roundId any text: what is no id names no round */
export const roundById = async (db: Queryable, roundId: string): Promise<StoredRound | undefined> =>
  Id.safeParse(roundId).success ? (await found(db, 'WHERE round_id = $1', [roundId]))[0] : undefined

export const roundByNumber = async (db: Queryable, roundNumber: number): Promise<StoredRound | undefined> =>
  (await found(db, 'WHERE round_number = $1', [roundNumber]))[0]

/** Rounds before `roundNumber` in which a bet is not over. */
export const unsettledRounds = (db: Queryable, roundNumber: number): Promise<StoredRound[]> =>
  found(
    db,
    `WHERE round_number < $1 AND round_number IN (SELECT round_number FROM bet WHERE status IN ('asked', 'open', 'decided'))
     ORDER BY round_number LIMIT 1000`,
    [roundNumber],
  )

/** Crashed rounds, newest first. */
export async function pastRounds(db: Queryable, limit: number): Promise<z.output<typeof PastRound>[]> {
  const { rows } = await db.query<z.output<typeof PastRound>>(
    `SELECT round_id AS "roundId", round_number AS "roundNumber", crash_point_hundredths / 100.0::float8 AS "crashPoint"
     FROM round WHERE phase = 'crashed' ORDER BY round_number DESC LIMIT $1`,
    [limit],
  )
  return rows
}

/** How many rounds of those from one to another were void. */
export async function countVoidRounds(db: Queryable, firstRound: number, lastRound: number): Promise<number> {
  const { rows } = await db.query<{ voided: number }>(
    `SELECT count(*) AS voided FROM round WHERE phase = 'void' AND round_number BETWEEN $1 AND $2`,
    [firstRound, lastRound],
  )
  return rows[0]?.voided ?? 0
}

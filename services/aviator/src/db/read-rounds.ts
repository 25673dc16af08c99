import { Id } from '@kismet/contracts'
import type { VolatilityMode } from '@kismet/contracts'
import { flightInstantMs } from '@kismet/fairness'
import type { Queryable } from '@kismet/service-kit/database'
import type { Commitment, Flight, Phase, Round, VoidReason } from '../domain/round.ts'

interface RoundRow extends Omit<Commitment, never> {
  readonly phase: Phase
  readonly clientSeeds: string[] | null
  readonly clientSeed: string | null
  readonly takeoffAtMs: number | null
  readonly crashPointHundredths: number | null
  readonly serverSeed: string | null
  readonly endedAtMs: number | null
  readonly voidReason: VoidReason | null
  readonly volatilityMode: VolatilityMode
}

const columns = `round_number AS "roundNumber", round_id AS "roundId", chain_id AS "chainId", version, volatility_mode AS "volatilityMode",
  fairness_hash AS "fairnessHash", opened_at_ms AS "openedAtMs", betting_ends_at_ms AS "bettingEndsAtMs", phase, client_seeds AS "clientSeeds",
  client_seed AS "clientSeed", takeoff_at_ms AS "takeoffAtMs", crash_point_hundredths AS "crashPointHundredths", server_seed AS "serverSeed",
  ended_at_ms AS "endedAtMs", void_reason AS "voidReason"`

/** A round as it is stored: of one that flies the crash point is not. */
export type StoredRound =
  | Exclude<Round, { phase: 'flying' }>
  | {
      readonly commitment: Commitment
      readonly phase: 'flying'
      readonly flight: Pick<Flight, 'clientSeeds' | 'takeoffAtMs'>
    }

function roundOf(row: RoundRow): StoredRound {
  const { roundId, roundNumber, chainId, version, volatilityMode, fairnessHash, openedAtMs, bettingEndsAtMs } = row
  const commitment = {
    roundId,
    roundNumber,
    chainId,
    version,
    volatilityMode,
    fairnessHash,
    openedAtMs,
    bettingEndsAtMs,
  }
  const { phase, clientSeeds, clientSeed, takeoffAtMs, crashPointHundredths, serverSeed, endedAtMs, voidReason } = row
  if (phase === 'betting') return { commitment, phase }
  if (clientSeeds === null || clientSeed === null || takeoffAtMs === null)
    throw new Error(`Round ${roundNumber} is incomplete in the database`)
  if (phase === 'flying') return { commitment, phase, flight: { clientSeeds, takeoffAtMs } }
  if (crashPointHundredths === null || serverSeed === null || endedAtMs === null)
    throw new Error(`Round ${roundNumber} is incomplete in the database`)
  const crashAtMs = takeoffAtMs + flightInstantMs(crashPointHundredths)
  const ended = {
    commitment,
    flight: { clientSeeds, clientSeed, takeoffAtMs, crashPointHundredths, crashAtMs },
    end: { atMs: endedAtMs, serverSeed },
  }
  return phase === 'crashed' ? { ...ended, phase } : { ...ended, phase, reason: voidReason ?? 'no_leader' }
}

export async function newestRound(db: Queryable): Promise<StoredRound | undefined> {
  const { rows } = await db.query<RoundRow>(`SELECT ${columns} FROM round ORDER BY round_number DESC LIMIT 1`)
  return rows[0] && roundOf(rows[0])
}

/** @param roundId any text: what is no id names no round */
export async function roundById(db: Queryable, roundId: string): Promise<StoredRound | undefined> {
  if (!Id.safeParse(roundId).success) return undefined
  const { rows } = await db.query<RoundRow>(`SELECT ${columns} FROM round WHERE round_id = $1`, [roundId])
  return rows[0] && roundOf(rows[0])
}

export async function roundByNumber(db: Queryable, roundNumber: number): Promise<StoredRound | undefined> {
  const { rows } = await db.query<RoundRow>(`SELECT ${columns} FROM round WHERE round_number = $1`, [roundNumber])
  return rows[0] && roundOf(rows[0])
}

/** A round that has crashed, as lists show it. */
export interface PastRound {
  readonly roundId: string
  readonly roundNumber: number
  readonly crashPoint: number
}

/** Newest first. */
export async function pastRounds(db: Queryable, limit: number): Promise<PastRound[]> {
  const { rows } = await db.query<PastRound>(
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

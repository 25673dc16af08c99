import type { QueryConfig } from 'pg'
import type { Commitment, Round } from '../domain/round.ts'

/** The term is looked at in the statement too, beside the session that only a leader has. */
const inTerm = '(SELECT term FROM leadership)'

/** Each of these may be sent again after a lost connection: what is written already stays. */
export function openRoundQuery(fence: number, round: Commitment): QueryConfig {
  return {
    name: 'round opened',
    text: `INSERT INTO round (round_number, round_id, chain_id, version, volatility_mode, fairness_hash, term, opened_at_ms, betting_ends_at_ms, phase)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, 'betting' WHERE ${inTerm} = $7 ON CONFLICT (round_id) DO NOTHING`,
    values: [
      round.roundNumber,
      round.roundId,
      round.chainId,
      round.version,
      round.volatilityMode,
      round.fairnessHash,
      fence,
      round.openedAtMs,
      round.bettingEndsAtMs,
    ],
  }
}

/** Moves a round on, to what it has become. */
export function moveRoundQuery(fence: number, round: Exclude<Round, { phase: 'betting' }>): QueryConfig {
  const { commitment, flight, phase } = round
  const end = 'end' in round ? round.end : undefined
  return {
    name: 'round moved',
    text: `UPDATE round SET phase = $3, client_seeds = $4, client_seed = $5, takeoff_at_ms = $6, crash_point_hundredths = $7, server_seed = $8, ended_at_ms = $9,
        void_reason = $10
      WHERE round_number = $1 AND phase <> $3 AND ${inTerm} = $2`,
    values: [
      commitment.roundNumber,
      fence,
      phase,
      flight.clientSeeds,
      flight.clientSeed,
      flight.takeoffAtMs,
      // Neither leaves this process before the end.
      end === undefined ? null : flight.crashPointHundredths,
      end?.serverSeed ?? null,
      end?.atMs ?? null,
      'reason' in round ? round.reason : null,
    ],
  }
}

/** How a round stands: asked in the batch that writes it, so that its leader knows that it was written. */
export function phaseQuery(roundNumber: number): QueryConfig {
  return { name: 'round phase', text: 'SELECT phase FROM round WHERE round_number = $1', values: [roundNumber] }
}

import type { QueryConfig } from 'pg'
import type { Round } from '../domain/round.ts'

/** Writes the state of a round. A round that is already stored in this phase is unchanged. @param term of the leader that opens the round */
export function roundQuery(term: number, round: Round): QueryConfig {
  const { phase, commitment } = round
  const { roundNumber, roundId, chainId, version, volatilityMode, fairnessHash, openedAtMs, bettingEndsAtMs } =
    commitment
  const flight = 'flight' in round ? round.flight : undefined
  const end = 'end' in round ? round.end : undefined
  return {
    name: 'round',
    text: `INSERT INTO round (round_number, round_id, chain_id, version, volatility_mode, fairness_hash, term, opened_at_ms, betting_ends_at_ms, phase,
        client_seeds, client_seed, takeoff_at_ms, crash_point_hundredths, server_seed, ended_at_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
      ON CONFLICT (round_id) DO UPDATE SET phase = excluded.phase, client_seeds = excluded.client_seeds, client_seed = excluded.client_seed,
        takeoff_at_ms = excluded.takeoff_at_ms, crash_point_hundredths = excluded.crash_point_hundredths, server_seed = excluded.server_seed,
        ended_at_ms = excluded.ended_at_ms
      WHERE round.phase <> excluded.phase`,
    values: [
      ...[roundNumber, roundId, chainId, version, volatilityMode, fairnessHash],
      ...[term, openedAtMs, bettingEndsAtMs, phase],
      ...[flight?.clientSeeds, flight?.clientSeed, flight?.takeoffAtMs],
      // The crash point and the seed leave this process at the end only.
      ...[end && flight?.crashPointHundredths, end?.serverSeed, end?.atMs],
    ],
  }
}

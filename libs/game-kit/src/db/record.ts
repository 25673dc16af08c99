import type { QueryConfig } from 'pg'
import { bigints, booleans, byteas, cell, texts, uuids } from '@kismet/service-kit/columns'
import type { EndedPlay } from '../plays.ts'

/** Ends the plays of a batch: each seat goes on to its next commitment, and the play stands among those that have ended. One that was ended before is left out. */
const record = `WITH ended AS (
  UPDATE seat SET nonce = seat.nonce + 1, version = was.next_version, server_seed_hash = was.next_server_seed_hash, sealed_seed = was.next_sealed_seed,
    mark = ${cell(12, 'bytea')}, bet_id = NULL
  FROM unnest($1::uuid[]) WITH ORDINALITY AS batch (player_id, i)
  JOIN seat AS was ON was.player_id = batch.player_id AND was.game = ${cell(2, 'text')} AND was.bet_id = ${cell(3, 'uuid')}
  WHERE seat.player_id = was.player_id AND seat.game = was.game AND seat.bet_id = was.bet_id
  RETURNING i, was.*
)
INSERT INTO play (
  bet_id, player_id, game, nonce, version, server_seed, server_seed_hash, next_server_seed_hash, client_seed, client_seed_by_player,
  idempotency_key, input_hash, stake_paise, params, outcome, multiplier_units, payout_paise, balance_paise, balance_seq, bonus_released, settled_at
)
SELECT
  bet_id, player_id, game, nonce, version, ${cell(4, 'bytea')}, server_seed_hash, next_server_seed_hash, client_seed, client_seed_by_player,
  idempotency_key, input_hash, stake_paise, params, ${cell(5, 'text')}::jsonb, ${cell(6, 'bigint')}, ${cell(7, 'bigint')}, ${cell(8, 'bigint')},
  ${cell(9, 'bigint')}, ${cell(10, 'boolean')}, to_timestamp(${cell(11, 'bigint')} / 1000.0)
FROM ended
RETURNING bet_id`

export type RecordRow = [betId: string]

export function recordQuery(plays: readonly EndedPlay[]): QueryConfig & { rowMode: 'array' } {
  return {
    name: 'record',
    text: record,
    values: [
      uuids(plays, ({ playerId }) => playerId),
      texts(plays, ({ game }) => game),
      uuids(plays, ({ betId }) => betId),
      byteas(plays, ({ serverSeed }) => Buffer.from(serverSeed, 'hex')),
      texts(plays, ({ outcome }) => JSON.stringify(outcome)),
      bigints(plays, ({ multiplierUnits }) => multiplierUnits),
      bigints(plays, ({ payoutPaise }) => payoutPaise),
      bigints(plays, ({ balancePaise }) => balancePaise),
      bigints(plays, ({ balanceSeq }) => balanceSeq),
      booleans(plays, ({ bonusReleased }) => bonusReleased),
      bigints(plays, ({ settledAtMs }) => settledAtMs),
      byteas(plays, ({ nextTurnMark }) => nextTurnMark),
    ],
    rowMode: 'array',
  }
}

import type { QueryConfig } from 'pg'
import { bigints, byteas, cell, hashes, texts, uuids } from '@kismet/service-kit/columns'
import type { Claim, Commitment, PlayRequest } from '../plays.ts'
import { keyHash } from './ended-plays.ts'

/** A play that is to take a seat: all that decides it but the commitment, which the seat has, and the commitment that follows. */
export interface Draft {
  readonly request: PlayRequest
  readonly betId: string
  readonly inputHash: string
  /** What makes the player's own seed a fresh one; for a request without a client seed. */
  readonly freshPart: string
  readonly next: Commitment
  /** Binds the next commitment to the bet. */
  readonly nextMark: Buffer
}

/**
 * Takes the seats of a batch. A seat stays as it is when it has a bet, an invalid mark
 * (seed-seal.ts), another commitment than the request names, or an unknown version. It also stays
 * when the player has used the key before. The key was looked up before the lock; the nonce shows
 * that no bet was recorded since. A seat with the draft's own bet was taken by a batch whose commit
 * had no answer. It belongs to the draft, unless another sender has taken the bet over. The look-up
 * of the key is a scalar subquery with one index read for each claim. NOT EXISTS may become a join
 * with all bets.
 */
const claim = `
  UPDATE seat SET
    bet_id = ${cell(3, 'uuid')}, idempotency_key = ${cell(4, 'text')}, input_hash = ${cell(5, 'bigint')},
    client_seed = coalesce(${cell(6, 'text')}, own.client_seed || '-' || ${cell(7, 'text')}), client_seed_by_player = ${cell(6, 'text')} IS NOT NULL,
    stake_paise = ${cell(8, 'bigint')}, params = ${cell(9, 'text')}::jsonb,
    next_version = ${cell(10, 'text')}, next_server_seed_hash = ${cell(11, 'bytea')}, next_sealed_seed = ${cell(12, 'bytea')}, next_mark = ${cell(16, 'bytea')},
    attempts = 1, leased_until = to_timestamp($15::bigint / 1000.0), retry_at = to_timestamp($15::bigint / 1000.0)
  FROM unnest($1::uuid[]) WITH ORDINALITY AS batch (player_id, i)
  JOIN seat AS found ON found.player_id = batch.player_id AND found.game = ${cell(2, 'text')}
  JOIN client_seed AS own ON own.player_id = batch.player_id
  WHERE seat.player_id = found.player_id AND seat.game = found.game AND seat.nonce = found.nonce
    AND (seat.bet_id IS NULL OR seat.bet_id = ${cell(3, 'uuid')} AND seat.attempts = 1)
    AND length(found.mark) = 32 AND found.server_seed_hash = coalesce(${cell(13, 'bytea')}, found.server_seed_hash)
    AND found.game || ' ' || found.version = ANY ($14::text[])
    AND (SELECT play.bet_id FROM play WHERE play.key_hash = ${keyHash('found.player_id', 'found.game', cell(4, 'text'))}) IS NULL
  RETURNING i, seat.nonce, seat.version, encode(seat.server_seed_hash, 'hex'), seat.sealed_seed, seat.client_seed, seat.turn, seat.mark`

export type ClaimRow = [
  place: number,
  nonce: number,
  version: string,
  serverSeedHash: string,
  sealedSeed: Buffer,
  clientSeed: string,
  turn: number,
  mark: Buffer,
]

/** @param known versions of each game that this process can play, as `game version` */
export function claimQuery(
  drafts: readonly Draft[],
  known: readonly string[],
  leasedUntilMs: number,
): QueryConfig & { rowMode: 'array' } {
  return {
    name: 'claim',
    text: claim,
    values: [
      uuids(drafts, ({ request }) => request.playerId),
      texts(drafts, ({ request }) => request.game),
      uuids(drafts, ({ betId }) => betId),
      texts(drafts, ({ request }) => request.key),
      hashes(drafts, ({ inputHash }) => inputHash),
      texts(drafts, ({ request }) => request.clientSeed ?? null),
      texts(drafts, ({ freshPart }) => freshPart),
      bigints(drafts, ({ request }) => request.stakePaise),
      texts(drafts, ({ request }) => JSON.stringify(request.params)),
      texts(drafts, ({ next }) => next.version),
      byteas(drafts, ({ next }) => Buffer.from(next.serverSeedHash, 'hex')),
      byteas(drafts, ({ next }) => next.sealedSeed),
      byteas(drafts, ({ request }) =>
        request.serverSeedHash === undefined ? null : Buffer.from(request.serverSeedHash, 'hex'),
      ),
      texts(known, (version) => version),
      leasedUntilMs,
      byteas(drafts, ({ nextMark }) => nextMark),
    ],
    rowMode: 'array',
  }
}

/** The claims of a batch, each in its draft's place; undefined where the seat was not taken. */
export function claimsOf(drafts: readonly Draft[], rows: readonly ClaimRow[]): (Claim | undefined)[] {
  const claims: (Claim | undefined)[] = drafts.map(() => undefined)
  for (const [place, nonce, version, serverSeedHash, sealedSeed, clientSeed, turn, mark] of rows) {
    const draft = drafts[place - 1]
    if (draft === undefined) throw new Error(`A batch of ${drafts.length} has claimed a seat for number ${place}`)
    const { playerId, game, key, stakePaise, params } = draft.request
    claims[place - 1] = {
      ...{ betId: draft.betId, playerId, game, nonce, version, serverSeedHash, sealedSeed },
      ...{ key, inputHash: draft.inputHash, clientSeed, stakePaise, params },
      clientSeedBy: draft.request.clientSeed === undefined ? 'server' : 'player',
      nextServerSeedHash: draft.next.serverSeedHash,
      ...{ turn, mark, nextMark: draft.nextMark },
    }
  }
  return claims
}

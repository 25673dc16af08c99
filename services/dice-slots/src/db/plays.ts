import type { Queryable } from '@kismet/service-kit/database'
import type { DiceOutcome, DiceParams, GameName, Settlement } from '../domain/game.ts'
import type { Commitment } from './commitments.ts'

/** A play as it was fixed before the wallet was asked: from here on only one result is possible. */
export interface Claim {
  readonly betId: string
  readonly commitment: Commitment
  /** The caller's Idempotency-Key, and the hash of what was asked for with it. */
  readonly key: string
  readonly inputHash: string
  readonly clientSeed: string
  readonly clientSeedBy: 'player' | 'server'
  readonly stakePaise: number
  readonly params: DiceParams
}

/** How a play has ended. Amounts in paise. */
export interface Ending {
  readonly settlement: Settlement
  /** Revealed. */
  readonly serverSeed: string
  /** The player's balance after it. */
  readonly balancePaise: number
  readonly balanceSeq: number
  readonly bonusReleased: boolean
  readonly settledAt: Date
}

export interface SettledPlay extends Claim, Ending {
  /** Of the commitment that came after it. */
  readonly nextServerSeedHash: string
}

/** A play that the wallet has booked (`settled`) or may book (`unfinished`). */
export type LivePlay =
  { readonly kind: 'unfinished'; readonly claim: Claim } | { readonly kind: 'settled'; readonly play: SettledPlay }

interface Row {
  bet_id: string
  player_id: string
  game: GameName
  nonce: number
  version: string
  server_seed_hash: string
  sealed_seed: Buffer
  idempotency_key: string
  input_hash: string
  client_seed: string
  client_seed_by: 'player' | 'server'
  stake_paise: number
  params: DiceParams
  server_seed: string | null
  outcome: DiceOutcome | null
  multiplier_units: number | null
  payout_paise: number | null
  balance_paise: number | null
  balance_seq: number
  bonus_released: boolean | null
  settled_at: Date | null
  next_server_seed_hash: string | null
}

const selectLive = `
  SELECT play.bet_id, play.player_id, play.game, play.nonce, play.version, play.server_seed_hash, commitment.sealed_seed,
    play.idempotency_key, play.input_hash, play.client_seed, play.client_seed_by, play.stake_paise, play.params,
    play.server_seed, play.outcome, play.multiplier_units, play.payout_paise, play.balance_paise, play.balance_seq,
    play.bonus_released, play.settled_at,
    following.server_seed_hash AS next_server_seed_hash
  FROM play
  JOIN commitment USING (player_id, game, nonce)
  LEFT JOIN commitment following
    ON following.player_id = play.player_id AND following.game = play.game AND following.nonce = play.nonce + 1
  WHERE play.state <> 'refused'`

function claimOf(row: Row): Claim {
  return {
    betId: row.bet_id,
    commitment: {
      playerId: row.player_id,
      game: row.game,
      nonce: row.nonce,
      version: row.version,
      serverSeedHash: row.server_seed_hash,
      sealedSeed: row.sealed_seed,
    },
    key: row.idempotency_key,
    inputHash: row.input_hash,
    clientSeed: row.client_seed,
    clientSeedBy: row.client_seed_by,
    stakePaise: row.stake_paise,
    params: row.params,
  }
}

function liveOf(row: Row): LivePlay {
  const claim = claimOf(row)
  const { server_seed: serverSeed, outcome, settled_at: settledAt, next_server_seed_hash: nextServerSeedHash } = row
  const { multiplier_units: multiplierUnits, payout_paise: payoutPaise } = row
  const { balance_paise: balancePaise, balance_seq: balanceSeq, bonus_released: bonusReleased } = row
  if (settledAt === null) return { kind: 'unfinished', claim }
  if (serverSeed === null || outcome === null || nextServerSeedHash === null || multiplierUnits === null)
    throw new Error(`The settled play ${row.bet_id} is not whole`)
  if (payoutPaise === null || balancePaise === null || bonusReleased === null)
    throw new Error(`The settled play ${row.bet_id} has no booking`)
  const settlement = { outcome, multiplierUnits, payoutPaise }
  const play = {
    ...claim,
    settlement,
    serverSeed,
    balancePaise,
    balanceSeq,
    bonusReleased,
    settledAt,
    nextServerSeedHash,
  }
  return { kind: 'settled', play }
}

/** A play that the wallet has booked or may book. One that was refused is not there. */
export async function findByBet(db: Queryable, betId: string): Promise<LivePlay | undefined> {
  const { rows } = await db.query<Row>(`${selectLive} AND play.bet_id = $1`, [betId])
  return rows[0] === undefined ? undefined : liveOf(rows[0])
}

/** The newest settled plays of a game, newest first. */
export async function findNewest(
  db: Queryable,
  playerId: string,
  game: GameName,
  limit: number,
): Promise<SettledPlay[]> {
  const { rows } = await db.query<Row>(
    `${selectLive} AND play.player_id = $1 AND play.game = $2 AND play.state = 'settled' ORDER BY play.nonce DESC LIMIT $3`,
    [playerId, game, limit],
  )
  return rows.map(liveOf).flatMap((live) => (live.kind === 'settled' ? [live.play] : []))
}

/** Until when one sender asks the wallet alone, and when the sweep takes over if nothing was heard. */
export interface Lease {
  readonly until: Date
  readonly retryAt: Date
}

/** Writes a claim, its first lease with it. @returns false when its commitment or its key is in use: then nothing is written */
export async function insertClaim(db: Queryable, claim: Claim, at: Date, lease: Lease): Promise<boolean> {
  const { commitment } = claim
  const { rowCount } = await db.query(
    `INSERT INTO play (bet_id, player_id, game, nonce, version, server_seed_hash, idempotency_key, input_hash,
       client_seed, client_seed_by, stake_paise, params, claimed_at, leased_until, retry_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT DO NOTHING`,
    [
      claim.betId,
      commitment.playerId,
      commitment.game,
      commitment.nonce,
      commitment.version,
      commitment.serverSeedHash,
      claim.key,
      claim.inputHash,
      claim.clientSeed,
      claim.clientSeedBy,
      claim.stakePaise,
      claim.params,
      at,
      lease.until,
      lease.retryAt,
    ],
  )
  return rowCount === 1
}

/** Takes an unfinished play over. @returns how often the wallet is asked with this time, or undefined when somebody else is asking or it has ended */
export async function takeLease(db: Queryable, betId: string, now: Date, lease: Lease): Promise<number | undefined> {
  const { rows } = await db.query<{ attempts: number }>(
    `UPDATE play SET attempts = attempts + 1, leased_until = $3, retry_at = $4
     WHERE bet_id = $1 AND state = 'claimed' AND leased_until <= $2 RETURNING attempts`,
    [betId, now, lease.until, lease.retryAt],
  )
  return rows[0]?.attempts
}

/** Gives a lease back without a result, unless somebody else has taken the play over since. */
export async function giveLeaseBack(db: Queryable, betId: string, attempt: number, lease: Lease): Promise<void> {
  await db.query(
    `UPDATE play SET leased_until = $3, retry_at = $4 WHERE bet_id = $1 AND state = 'claimed' AND attempts = $2`,
    [betId, attempt, lease.until, lease.retryAt],
  )
}

/** Ends a claim as settled. @returns false when it had ended before */
export async function endAsSettled(db: Queryable, betId: string, ending: Ending): Promise<boolean> {
  const { settlement } = ending
  const { rowCount } = await db.query(
    `UPDATE play SET state = 'settled', server_seed = $2, outcome = $3, multiplier_units = $4, payout_paise = $5,
       balance_paise = $6, balance_seq = $7, bonus_released = $8, settled_at = $9,
       settled_xid = pg_current_xact_id()
     WHERE bet_id = $1 AND state = 'claimed'`,
    [
      betId,
      ending.serverSeed,
      settlement.outcome,
      settlement.multiplierUnits,
      settlement.payoutPaise,
      ending.balancePaise,
      ending.balanceSeq,
      ending.bonusReleased,
      ending.settledAt,
    ],
  )
  return rowCount === 1
}

/**
 * Ends a claim as refused: its commitment is the current one again and its key is free.
 * @param onlyAttempt when given, only if the wallet was never asked more often. @returns false when it was, or the play had ended before
 */
export async function endAsRefused(db: Queryable, betId: string, onlyAttempt?: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE play SET state = 'refused' WHERE bet_id = $1 AND state = 'claimed' AND attempts = coalesce($2, attempts)`,
    [betId, onlyAttempt ?? null],
  )
  return rowCount === 1
}

/** Unfinished plays whose turn has come, the longest waiting first. */
export async function findDue(db: Queryable, now: Date, limit: number): Promise<Claim[]> {
  const { rows } = await db.query<Row>(
    `${selectLive} AND play.state = 'claimed' AND play.retry_at <= $1 ORDER BY play.retry_at LIMIT $2`,
    [now, limit],
  )
  return rows.map(claimOf)
}

/** How many plays are not finished, for the metrics. */
export async function countUnfinished(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*) AS count FROM play WHERE state = 'claimed'`)
  return rows[0]?.count ?? 0
}

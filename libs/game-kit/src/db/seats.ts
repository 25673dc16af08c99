import { defaultTimeoutMs } from '@kismet/contracts'
import type { GameName } from '@kismet/contracts'
import type { QueryConfig } from 'pg'
import { texts, uuids } from '@kismet/service-kit/columns'
import type { Queryable } from '@kismet/service-kit/database'
import type { BegunPlay, Claim, Commitment } from '../plays.ts'

/**
 * A player's place at a game. `betId` is null while no bet uses the commitment; the fields of the
 * bet have no meaning then.
 */
export type Seat = Omit<Claim, 'betId'> & { readonly betId: string | null }

/** The columns of a play under way and of one that has ended alike. */
export const playColumns = `bet_id AS "betId", player_id AS "playerId", game, nonce, version, encode(server_seed_hash, 'hex') AS "serverSeedHash",
  idempotency_key AS key, encode(int8send(input_hash), 'hex') AS "inputHash", client_seed AS "clientSeed",
  CASE WHEN client_seed_by_player THEN 'player' ELSE 'server' END AS "clientSeedBy", stake_paise AS "stakePaise", params,
  encode(next_server_seed_hash, 'hex') AS "nextServerSeedHash"`
/** What this service alone knows of a play under way. */
export const sealedColumns = 'sealed_seed AS "sealedSeed", turn, mark, next_mark AS "nextMark"'
const selectSeat = `SELECT ${playColumns}, ${sealedColumns} FROM seat`

/** The play that is using a seat's commitment up. */
export function claimOf(seat: Seat): Claim | undefined {
  return seat.betId === null ? undefined : { ...seat, betId: seat.betId }
}

export async function findSeat(db: Queryable, playerId: string, game: GameName): Promise<Seat | undefined> {
  return (await db.query<Seat>(`${selectSeat} WHERE player_id = $1 AND game = $2`, [playerId, game])).rows[0]
}

/** Whether a bet of the player is under way. */
export async function isUnderWay(db: Queryable, playerId: string, betId: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM seat WHERE player_id = $1 AND bet_id = $2', [playerId, betId])
  return rowCount === 1
}

/** The bet that is under way, by its id alone. The seed of it stays where it is: what is answered here goes to people. */
export async function findUnderWay(db: Queryable, betId: string): Promise<BegunPlay | undefined> {
  // The condition that the index of unfinished plays has is named, so that those are all that is read.
  const sql = `SELECT ${playColumns} FROM seat WHERE bet_id = $1 AND bet_id IS NOT NULL`
  return (await db.query<BegunPlay>(sql, [betId])).rows[0]
}

/** A seat without its play, in which others can write numbers that cannot be read. */
export interface BareSeat extends Pick<
  Seat,
  'playerId' | 'game' | 'betId' | 'nonce' | 'serverSeedHash' | 'sealedSeed' | 'turn' | 'mark'
> {
  /**
   * An ended bet with the nonce of the seat or a later nonce. The service did not write this bet,
   * because it moves the seat with each bet.
   */
  readonly madeUp: string | null
  /** Whether a result of the bet on the seat is there: the service writes that as the bet leaves the seat. */
  readonly hasEnded: boolean
}

const seatsAtOnce = 1_000

/**
 * Reads the seats of these players, or all seats, in pages. A seat with unreadable numbers is left
 * out, because the service did not write it.
 */
export async function* readSeats(db: Queryable, playerIds?: readonly string[]): AsyncGenerator<readonly BareSeat[]> {
  const sql = `SELECT player_id AS "playerId", game, bet_id AS "betId", nonce, encode(server_seed_hash, 'hex') AS "serverSeedHash", sealed_seed AS "sealedSeed", turn, mark,
      (SELECT bet_id FROM play WHERE (play.player_id, play.game) = (seat.player_id, seat.game) AND play.nonce >= seat.nonce ORDER BY play.nonce LIMIT 1) AS "madeUp",
      EXISTS (SELECT FROM play WHERE play.bet_id = seat.bet_id) AS "hasEnded"
    FROM seat WHERE (player_id, game) > ($1, $2) AND ($3::uuid[] IS NULL OR player_id = ANY ($3)) AND nonce BETWEEN 1 AND $4 AND turn BETWEEN 0 AND $4
    ORDER BY player_id, game LIMIT $5`
  let last: { readonly playerId: string; readonly game: string } = {
    playerId: '00000000-0000-0000-0000-000000000000',
    game: '',
  }
  for (;;) {
    const values = [last.playerId, last.game, playerIds, Number.MAX_SAFE_INTEGER, seatsAtOnce]
    const { rows } = await db.query<BareSeat>(sql, values)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    last = end
  }
}

/** Publishes a player's first commitment of a game, with its mark for the first turn. An existing seat stays as it is. */
export async function openSeat(db: Queryable, commitment: Commitment, mark: Buffer): Promise<void> {
  const { playerId, game, version, serverSeedHash, sealedSeed } = commitment
  await db.query(
    `INSERT INTO seat (player_id, game, version, server_seed_hash, sealed_seed, mark) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [playerId, game, version, Buffer.from(serverSeedHash, 'hex'), sealedSeed, mark],
  )
}

/**
 * Keeps a client seed for a player without a client seed.
 * @returns the player's seed; concurrent calls get the same seed
 */
export async function keepOwnSeed(db: Queryable, playerId: string, madeSeed: string): Promise<string> {
  const known = await findOwnSeed(db, playerId)
  if (known !== undefined) return known
  const sql =
    'INSERT INTO client_seed (player_id, client_seed, updated_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING'
  const { rowCount } = await db.query(sql, [playerId, madeSeed])
  return rowCount === 1 ? madeSeed : keepOwnSeed(db, playerId, madeSeed)
}

/** The player's own seed; undefined before the first use of a game. */
export async function findOwnSeed(db: Queryable, playerId: string): Promise<string | undefined> {
  const sql = 'SELECT client_seed AS seed FROM client_seed WHERE player_id = $1'
  return (await db.query<{ seed: string }>(sql, [playerId])).rows[0]?.seed
}

export async function storeOwnSeed(db: Queryable, playerId: string, ownSeed: string): Promise<void> {
  await db.query(
    `INSERT INTO client_seed (player_id, client_seed, updated_at) VALUES ($1, $2, now())
     ON CONFLICT (player_id) DO UPDATE SET client_seed = excluded.client_seed, updated_at = excluded.updated_at`,
    [playerId, ownSeed],
  )
}

/** The lease time. It is longer than a call to the wallet and the call that confirms a refusal. */
const leaseMs = 2 * defaultTimeoutMs + 2_000
const firstRetryMs = 1_000
const lastRetryMs = 15_000

/** Until when one who asks the wallet now asks it alone. When that is over the sweep takes over. */
export const leasedUntilMs = (nowMs: number): number => nowMs + leaseMs

/**
 * The latest valid end of a lease. A later end was set by a clock that was set back since, and does
 * not count. Clocks differ by less than a lease.
 */
const latestMs = (nowMs: number): number => nowMs + 2 * leaseMs

/** Whether somebody is at a play of the player: this replica or another one. */
export async function isLeased(db: Queryable, playerId: string, nowMs: number): Promise<boolean> {
  const sql =
    'SELECT FROM seat WHERE player_id = $1 AND bet_id IS NOT NULL AND leased_until > $2 AND leased_until <= $3 LIMIT 1'
  return (await db.query(sql, [playerId, new Date(nowMs), new Date(latestMs(nowMs))])).rowCount === 1
}

/** By which a play is found on its seat. */
export type ClaimKey = Pick<Claim, 'playerId' | 'game' | 'betId'>
const ofClaim = 'player_id = $1 AND game = $2 AND bet_id = $3'
const keyOf = ({ playerId, game, betId }: ClaimKey) => [playerId, game, betId]

/** A play that is still on its seat. */
export async function findClaim(db: Queryable, key: ClaimKey): Promise<Claim | undefined> {
  return (await db.query<Claim>(`${selectSeat} WHERE ${ofClaim}`, keyOf(key))).rows[0]
}

/** Takes an unfinished play over. @returns how often the wallet is asked with this time, or undefined when somebody else is asking or it has ended */
export async function takeLease(db: Queryable, claim: Claim, nowMs: number): Promise<number | undefined> {
  const { rows } = await db.query<{ attempts: number }>(
    `UPDATE seat SET attempts = attempts + 1, leased_until = $5, retry_at = $5
     WHERE ${ofClaim} AND (leased_until <= $4 OR leased_until > $6) RETURNING attempts`,
    [...keyOf(claim), new Date(nowMs), new Date(leasedUntilMs(nowMs)), new Date(latestMs(nowMs))],
  )
  return rows[0]?.attempts
}

/**
 * Returns a lease without a result, unless another sender has taken the bet over. A retry of the
 * player may ask the wallet at once. The sweep backs off.
 */
export async function giveLeaseBack(db: Queryable, claim: Claim, attempt: number, nowMs: number): Promise<void> {
  const waitMs = Math.min(firstRetryMs * 2 ** Math.min(attempt - 1, 10), lastRetryMs)
  const sql = `UPDATE seat SET leased_until = $5, retry_at = $6 WHERE ${ofClaim} AND attempts = $4`
  await db.query(sql, [...keyOf(claim), attempt, new Date(nowMs), new Date(nowMs + waitMs)])
}

/** Lets other plays come first in the sweep. */
export async function putOff(db: Queryable, key: ClaimKey, nowMs: number): Promise<void> {
  const sql = `UPDATE seat SET retry_at = $4 WHERE ${ofClaim}`
  await db.query(sql, [...keyOf(key), new Date(nowMs + lastRetryMs)])
}

/**
 * Takes a refused bet off its seat. The commitment is free again, and so is the idempotency key.
 * @param mark of the commitment for the next turn
 * @param onlyAttempt when given, only if the wallet was never asked more often. @returns false when it was, or the play had ended before
 */
export async function giveSeatBack(db: Queryable, claim: Claim, mark: Buffer, onlyAttempt?: number): Promise<boolean> {
  const sql = `UPDATE seat SET bet_id = NULL, mark = $4 WHERE ${ofClaim} AND attempts = coalesce($5, attempts)`
  return (await db.query(sql, [...keyOf(claim), mark, onlyAttempt ?? null])).rowCount === 1
}

/** How far a clock may be put back without holding plays up. To look further ahead would be to go through all that wait for their players, again and again. */
const mostPutBackMs = 86_400_000

/**
 * Unfinished bets that are due, the longest wait first. A due time shortly after the lease may come
 * from a clock that was set back since, so such bets are due too. A game in progress waits for much
 * longer. Only the keys are read, because other writers can store unreadable seats.
 * @param known versions of each game that this process can play, as `game version`
 */
export async function findDue(
  db: Queryable,
  known: readonly string[],
  nowMs: number,
  limit: number,
): Promise<ClaimKey[]> {
  const sql = `SELECT player_id AS "playerId", game, bet_id AS "betId" FROM seat
    WHERE bet_id IS NOT NULL AND game || ' ' || version = ANY ($3) AND retry_at < $5
      AND (retry_at <= $1 OR retry_at > $4 AND retry_at < leased_until + interval '1 hour') ORDER BY retry_at LIMIT $2`
  const [latest, furthest] = [new Date(latestMs(nowMs)), new Date(nowMs + mostPutBackMs)]
  return (await db.query<ClaimKey>(sql, [new Date(nowMs), limit, known, latest, furthest])).rows
}

/** Locks the unlocked seats among these, without waiting. */
export function freeSeatsQuery(seats: readonly Pick<Claim, 'playerId' | 'game'>[]): QueryConfig & { rowMode: 'array' } {
  const text = `SELECT i FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS batch (player_id, game, i) JOIN seat USING (player_id, game)
    FOR UPDATE OF seat SKIP LOCKED`
  const values = [uuids(seats, ({ playerId }) => playerId), texts(seats, ({ game }) => game)]
  return { name: 'free-seats', text, values, rowMode: 'array' }
}

export type FreeSeatRow = [place: number]

/**
 * Puts a due game in progress off until then. A game that its player has ended meanwhile is leased,
 * and is not put off.
 */
export async function waitUntil(db: Queryable, claim: Claim, nowMs: number, untilMs: number): Promise<void> {
  const sql = `UPDATE seat SET retry_at = $5 WHERE ${ofClaim} AND retry_at <= $4`
  await db.query(sql, [...keyOf(claim), new Date(nowMs), new Date(untilMs)])
}

/** More than these are as many. */
const mostCounted = 1_000

/** How many seats of each of these games have a mark that allows no turn, for the metrics. */
export async function countNotMarked(db: Queryable, games: readonly GameName[]): Promise<Map<string, number>> {
  // The condition that the index has (migrations/game.sql).
  const sql = `SELECT game, count(*) AS count FROM
    (SELECT game FROM seat WHERE length(mark) <> 32 AND game = ANY ($1) LIMIT ${mostCounted}) AS found GROUP BY game`
  const { rows } = await db.query<{ game: string; count: number }>(sql, [games])
  return new Map([...games.map((game) => [game, 0] as const), ...rows.map(({ game, count }) => [game, count] as const)])
}

/** How many plays are not finished, for the metrics; without those that last and wait for their players. */
export async function countUnfinished(db: Queryable): Promise<number> {
  const sql = `SELECT count(*) AS count FROM seat WHERE bet_id IS NOT NULL AND retry_at < now() + interval '1 hour'`
  return (await db.query<{ count: number }>(sql)).rows[0]?.count ?? 0
}

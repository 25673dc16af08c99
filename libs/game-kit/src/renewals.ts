import { readSeats } from './db/seats.ts'
import type { BareSeat } from './db/seats.ts'
import { makeCommitment } from './commitments.ts'
import type { House } from './house.ts'
import type { Commitment } from './plays.ts'
import type { SeedSeal } from './seed-seal.ts'

/** What becomes of some seats that nobody can play. */
interface Renewals {
  /** One transaction, which the owner of the tables runs: the database lets nobody else put another commitment in the place of one that was published. */
  readonly sql: string
  /** A line a seat. */
  readonly told: readonly string[]
}

type Office = Pick<House, 'db' | 'games' | 'seal' | 'randomness'>

/**
 * Makes new commitments, of the same nonces, for the seats of these players, or of all, whose own are not this service's. What has changed until its SQL is run is left, and so is a seat with a
 * bet, whose stake may have been taken. An end that somebody has made up is told of any seat: the play of its nonce could never be recorded.
 */
export async function* renewals(
  office: Office,
  schema: string,
  playerIds: readonly string[] | undefined,
): AsyncGenerator<Renewals> {
  for await (const seats of readSeats(office.db, playerIds)) {
    const renewed = seats.flatMap((seat) => renewalOf(office, schema, seat) ?? [])
    if (renewed.length > 0)
      yield {
        sql: transactionOf(
          schema,
          renewed.flatMap(({ sql = [] }) => sql),
        ),
        told: renewed.map(({ told }) => told),
      }
  }
}

function isPlayable(seal: SeedSeal, seat: BareSeat): boolean {
  try {
    seal.seedOf(seat)
    return true
  } catch {
    return false
  }
}

interface Renewal {
  readonly sql?: string
  readonly told: string
}

/** @returns undefined of a seat that needs none */
function renewalOf(office: Office, schema: string, seat: BareSeat): Renewal | undefined {
  const { playerId, betId, nonce, serverSeedHash, madeUp } = seat
  const isPlayed = isPlayable(office.seal, seat)
  if (isPlayed && madeUp === null) return undefined
  // Only a name that is known goes into SQL that the owner runs: a row can have any.
  const game = office.games.find(({ name }) => name === seat.game)
  if (game === undefined) return { told: `left: ${playerId} has a seat at no game of this service` }
  if (betId !== null && !isPlayed) return { told: `left: ${playerId} at ${game.name}, where the bet ${betId} stands` }
  if (madeUp !== null)
    return { told: `left: ${playerId} at ${game.name}, nonce ${nonce}: the end of the bet ${madeUp} is made up` }
  const next = makeCommitment(office, playerId, game)
  const told = `${playerId} at ${game.name}, nonce ${nonce}: ${next.serverSeedHash} in the place of ${serverSeedHash}`
  return { sql: updateOf(schema, seat, next, office.seal.turnMark(next, seat.turn)), told }
}

const bytes = (value: Buffer | string) => `'\\x${typeof value === 'string' ? value : value.toString('hex')}'`

function updateOf(
  schema: string,
  { turn, mark, serverSeedHash }: BareSeat,
  next: Commitment,
  nextMark: Buffer,
): string {
  const { playerId, game, version, sealedSeed } = next
  return `UPDATE ${schema}.seat SET version = '${version}', server_seed_hash = ${bytes(next.serverSeedHash)}, sealed_seed = ${bytes(sealedSeed)}, mark = ${bytes(nextMark)}
  WHERE player_id = '${playerId}' AND game = '${game}' AND bet_id IS NULL AND turn = ${turn} AND server_seed_hash = ${bytes(serverSeedHash)}
    AND mark IS NOT DISTINCT FROM ${mark === null ? 'NULL' : bytes(mark)};`
}

const transactionOf = (schema: string, updates: readonly string[]): string =>
  updates.length === 0
    ? ''
    : [
        'BEGIN;',
        `ALTER TABLE ${schema}.seat DISABLE TRIGGER seat_keeps_commitment;`,
        ...updates,
        `ALTER TABLE ${schema}.seat ENABLE TRIGGER seat_keeps_commitment;`,
        'COMMIT;',
      ].join('\n')

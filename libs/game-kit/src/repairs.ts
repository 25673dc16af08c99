import { makeCommitment } from './commitments.ts'
import { readSeats } from './db/seats.ts'
import type { BareSeat } from './db/seats.ts'
import { isLasting } from './game.ts'
import type { House } from './house.ts'
import type { Commitment } from './plays.ts'
import type { SeedSeal } from './seed-seal.ts'

type Office = Pick<House, 'db' | 'games' | 'seal' | 'randomness'>

/**
 * The SQL that repairs the seats of these players, or all seats. It repairs invalid commitments,
 * bets that have ended, and results that another writer has stored. It is one transaction without
 * its end, for the owner of the tables; COMMIT or ROLLBACK follows. Each statement selects a line
 * for each row that it changes, and leaves a seat that has changed since. Valid seats give no SQL.
 * @param told is given a line for each seat that cannot be repaired
 */
export async function* repairs(
  office: Office,
  schema: string,
  playerIds: readonly string[] | undefined,
  told: (line: string) => void,
): AsyncGenerator<string> {
  const triggers = [
    ['seat', 'seat_keeps_commitment'],
    ...(office.games.some(isLasting) ? [['lasting_play', 'lasting_play_is_held']] : []),
  ]
  const turn = (onOrOff: 'DISABLE' | 'ENABLE') =>
    triggers.map(([table, trigger]) => `ALTER TABLE ${schema}.${table} ${onOrOff} TRIGGER ${trigger};`).join('\n')
  let isBegun = false
  for await (const seats of readSeats(office.db, playerIds))
    for (const seat of seats) {
      const statements = repairOf(office, schema, seat, told)
      if (statements.length === 0) continue
      if (!isBegun) yield `BEGIN;\n${turn('DISABLE')}`
      isBegun = true
      yield statements.map((statement) => `${statement};`).join('\n')
    }
  if (isBegun) yield turn('ENABLE')
}

function isPlayable(seal: SeedSeal, seat: BareSeat): boolean {
  try {
    seal.seedOf(seat)
    return true
  } catch {
    return false
  }
}

function repairOf(office: Office, schema: string, seat: BareSeat, told: (line: string) => void): readonly string[] {
  const { playerId, betId, madeUp, hasEnded } = seat
  const isPlayed = isPlayable(office.seal, seat)
  if (isPlayed && madeUp === null && !hasEnded) return []
  // Only the name of a known game goes into SQL that the owner runs: a row can have any name.
  const game = office.games.find(({ name }) => name === seat.game)
  if (game === undefined) {
    told(`${playerId} has a seat at no game of this service: left as it is`)
    return []
  }
  const sql = new SeatSql(schema, seat, game.name)
  const statements = madeUp === null ? [] : [sql.deleteLaterResults()]
  if (hasEnded) statements.push(sql.deleteResultOfAnother())
  if (betId !== null && !isPlayed) statements.push(...sql.letVoid(office.games.some(isLasting)))
  if (!isPlayed || hasEnded) {
    const next = makeCommitment(office, playerId, game)
    statements.push(sql.renew(next, office.seal.turnMark(next, seat.turn + 1), isPlayed))
  }
  return statements
}

const bytes = (value: Buffer | string) => `'\\x${typeof value === 'string' ? value : value.toString('hex')}'`

/** The statements for one seat. */
class SeatSql {
  readonly #schema: string
  readonly #seat: BareSeat
  readonly #who: string
  readonly #ofSeat: string
  /** The wallet has booked no more than the stake of the bet. */
  readonly #isOpen: string

  constructor(schema: string, seat: BareSeat, game: string) {
    this.#schema = schema
    this.#seat = seat
    this.#who = `${seat.playerId} at ${game}, nonce ${seat.nonce}`
    this.#ofSeat = `player_id = '${seat.playerId}' AND game = '${game}'`
    this.#isOpen = `NOT EXISTS (SELECT FROM wallet.entry WHERE reference = '${seat.betId}' AND kind <> 'reserve')`
  }

  /**
   * The service writes a result and moves the nonce of the seat in one transaction. Another writer
   * has written these rows.
   */
  deleteLaterResults(): string {
    const nonce = `(SELECT nonce FROM ${this.#schema}.seat WHERE ${this.#ofSeat})`
    return this.#delete('play', `${this.#ofSeat} AND nonce >= ${nonce}`, 'a result that the service did not write')
  }

  /** The result of the seat's bet under the name of a player who did not make that bet. */
  deleteResultOfAnother(): string {
    const { betId } = this.#seat
    const player = `(SELECT player_id FROM wallet.entry JOIN wallet.account USING (account_no) WHERE reference = '${betId}' LIMIT 1)`
    return this.#delete(
      'play',
      `bet_id = '${betId}' AND player_id IS DISTINCT FROM ${player}`,
      'a result that the service did not write',
    )
  }

  /** The service voids an open bet by itself once no row says that its player has seen a part of it. */
  letVoid(canLast: boolean): readonly string[] {
    const { betId } = this.#seat
    const open = `bet_id = '${betId}' AND ${this.#isOpen}`
    return [
      ...(canLast ? [this.#delete('lasting_play', open, 'the game in progress')] : []),
      this.#delete('play', open, 'a result that the service did not write'),
      `SELECT '${this.#who}: the service will void the bet ${betId} within a minute and return its stake. Run the command again after that.' WHERE ${this.#isOpen}`,
    ]
  }

  /** A new commitment of the same nonce. A bet that the wallet has closed leaves the seat. @param isPlayed the bet leaves a valid commitment only if it has ended */
  renew({ version, serverSeedHash, sealedSeed }: Commitment, mark: Buffer, isPlayed: boolean): string {
    const { betId, turn, mark: before, serverSeedHash: hashBefore } = this.#seat
    const set = `version = '${version}', server_seed_hash = ${bytes(serverSeedHash)}, sealed_seed = ${bytes(sealedSeed)}, mark = ${bytes(mark)}, turn = ${turn + 1}, bet_id = NULL`
    const conditions = [
      this.#ofSeat,
      `turn = ${turn}`,
      `server_seed_hash = ${bytes(hashBefore)}`,
      `mark = ${bytes(before)}`,
      betId === null ? 'bet_id IS NULL' : `bet_id = '${betId}' AND NOT (${this.#isOpen})`,
      ...(isPlayed ? [`EXISTS (SELECT FROM ${this.#schema}.play WHERE bet_id = '${betId}')`] : []),
    ]
    const bet = betId === null ? '' : `; the bet ${betId} leaves the seat`
    return `WITH changed AS (UPDATE ${this.#schema}.seat SET ${set} WHERE ${conditions.join(' AND ')} RETURNING 1)
  SELECT '${this.#who}: commitment ${serverSeedHash} replaces ${hashBefore}${bet}' FROM changed`
  }

  #delete(table: string, condition: string, what: string): string {
    return `WITH gone AS (DELETE FROM ${this.#schema}.${table} WHERE ${condition} RETURNING *)
  SELECT '${this.#who}: deletes ${what}: ' || to_jsonb(gone)::text FROM gone`
  }
}

import { jest } from '@jest/globals'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { systemClock } from '@kismet/service-kit/clock'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { newServerSeed, serverSeedHash } from '@kismet/fairness'
import { testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { TestLine } from '@kismet/test-env/test-line'
import type { Draft } from '../src/db/claim.ts'
import { keepOwnSeed, openSeat } from '../src/db/seats.ts'
import { Journal } from '../src/journal.ts'
import type { Claim, Commitment, EndedPlay, PlayRequest } from '../src/plays.ts'

const gameOf = { 'dice-slots': 'dice', mines: 'mines' } as const

/** The tables of a service of games, a line to them, and journals that write there. */
export class Desk {
  readonly database: TestDatabase
  readonly line: TestLine
  /** Connected as the owner of the tables: to look at them, and to do what a journal may not. */
  readonly owner: Pool
  /** Connected as the service. */
  readonly pool: Pool
  readonly #service: keyof typeof gameOf
  readonly #schema: string
  readonly #journals: Journal[] = []
  readonly #seeds = new Map<string, string>()
  /** What the journals tell of ends. */
  readonly onEnded = jest.fn<() => void>()

  private constructor(service: keyof typeof gameOf, database: TestDatabase, line: TestLine) {
    this.#service = service
    this.#schema = service.replaceAll('-', '_')
    this.database = database
    this.line = line
    const connected = (url: string, name: string) =>
      createPool({ url, schema: this.#schema, maxConnections: 4, log: testLogger(name) })
    this.owner = connected(database.ownerUrl, 'owner')
    this.pool = connected(database.urlOf(service), 'service')
  }

  /** @param service whose tables they are @param serverUrl of a PostgreSQL of one's own */
  static async open(service: keyof typeof gameOf = 'dice-slots', serverUrl?: string): Promise<Desk> {
    const database = await createTestDatabase([service], serverUrl)
    return new Desk(service, database, await TestLine.to(database.urlOf(service)))
  }

  /** Opens a journal and its session. */
  async journal(): Promise<Journal> {
    const { onEnded } = this
    const log = testLogger('journal')
    const known = [`${gameOf[this.#service]} 1`]
    const journal = new Journal({ url: this.line.url, schema: this.#schema, clock: systemClock, log, known, onEnded })
    this.#journals.push(journal)
    await journal.claim(this.draft(this.newPlayer()))
    return journal
  }

  async closeJournals(): Promise<void> {
    await Promise.all(this.#journals.splice(0).map((journal) => journal.close()))
  }

  async remove(): Promise<void> {
    await this.closeJournals()
    await this.line.close()
    await Promise.all([this.owner.end(), this.pool.end()])
    await this.database.drop()
  }

  newPlayer(): string {
    return systemRandomness.id(systemClock.now())
  }

  commitment(playerId: string, version = '1'): Commitment {
    const seed = newServerSeed((length) => systemRandomness.bytes(length))
    const hash = serverSeedHash(seed)
    this.#seeds.set(hash, seed)
    return { playerId, game: gameOf[this.#service], serverSeedHash: hash, version, sealedSeed: Buffer.from('sealed') }
  }

  /** A player with a free seat. */
  async seated(version?: string): Promise<string> {
    const playerId = this.newPlayer()
    await keepOwnSeed(this.owner, playerId, 'own')
    await openSeat(this.owner, this.commitment(playerId, version), Buffer.alloc(32, 'marked'))
    return playerId
  }

  draft(playerId: string, request: Partial<PlayRequest> = {}): Draft {
    const betId = this.newPlayer()
    return {
      request: {
        ...{ playerId, game: gameOf[this.#service], key: `key-${this.newPlayer()}`, requestId: 'test' },
        ...{ stakePaise: 100, params: {}, clientSeed: undefined, serverSeedHash: undefined },
        ...request,
      },
      betId,
      inputHash: '00'.repeat(8),
      freshPart: 'fresh',
      next: this.commitment(playerId),
      nextMark: Buffer.from(betId),
    }
  }

  /** How a claimed play ends. */
  end(claim: Claim | undefined, outcome: object = {}): EndedPlay {
    if (claim === undefined) throw new Error('There is no claim')
    return {
      ...claim,
      ...{ outcome, multiplierUnits: 0, payoutPaise: 0, balancePaise: 0, balanceSeq: 1, bonusReleased: false },
      serverSeed: this.#seeds.get(claim.serverSeedHash) ?? '',
      settledAtMs: systemClock.now(),
      nextTurnMark: Buffer.alloc(32, 'marked'),
    }
  }

  /** The bet on a player's seat. */
  async betOf(playerId: string): Promise<string | null> {
    const sql = 'SELECT bet_id FROM seat WHERE player_id = $1'
    return (await this.owner.query<{ bet_id: string | null }>(sql, [playerId])).rows[0]?.bet_id ?? null
  }

  /** The bets of a player that have ended. */
  async endedOf(playerId: string): Promise<string[]> {
    const sql = 'SELECT bet_id FROM play WHERE player_id = $1 ORDER BY nonce'
    return (await this.owner.query<{ bet_id: string }>(sql, [playerId])).rows.map((row) => row.bet_id)
  }

  /** The processes of the server behind the journals. */
  async backends(): Promise<number[]> {
    const sql = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'kismet_test_dice_slots'`
    return (await this.owner.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid)
  }

  /** Locks a player's seat while `work` runs. */
  async locked<T>(playerId: string, work: () => Promise<T>): Promise<T> {
    const client = await this.owner.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT FROM seat WHERE player_id = $1 FOR UPDATE', [playerId])
      return await work()
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }
}

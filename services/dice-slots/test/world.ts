import { expect } from '@jest/globals'
import {
  getBetProof,
  getDiceCommitment,
  getSiteMaintenance,
  listDicePlays,
  maintenanceChanged,
  playDice,
  setClientSeed,
} from '@kismet/contracts'
import type { OperationShape, WireInput, WireOutput } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { RunningService, Service } from '@kismet/service-kit/define-service'
import { handle } from '@kismet/service-kit/handle'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import type { House } from '@kismet/game-kit/house'
import { startSweep } from '@kismet/game-kit/sweep'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { diceSlots } from '../src/service.ts'
import { FakeWallet } from './fake-wallet.ts'

export type PlayInput = Partial<WireInput<typeof playDice>>

export interface Played {
  readonly answer: WireOutput<typeof playDice>
  readonly replayed: boolean
}

/** A clock a minute ahead: to a replica with it every lease of the past has run out. Calls of today come too late for it, so that it takes none. */
export const laterClock: Clock = { now: () => systemClock.now() + 60_000 }

export const newKey = (): string => `key-${systemRandomness.bytes(8).toString('hex')}`

/** The service on a real bus and a real database, with a wallet that can fail in every way. */
export class World {
  readonly tokens = new TestTokens()
  readonly nats: TestNats
  readonly database: TestDatabase
  readonly wallet: FakeWallet
  /** Connected as the owner of the tables: to look at them, and to do what the service may not. */
  readonly owner: Pool
  /** How long players wait for the answer to a play. */
  patienceMs: number = playDice.timeoutMs
  readonly #running: RunningService<House>[] = []
  #auth: Bus | undefined
  #siteMaintenance = false
  #gateway: Bus | undefined

  private constructor(nats: TestNats, database: TestDatabase) {
    this.nats = nats
    this.database = database
    this.wallet = new FakeWallet(nats, this.tokens)
    this.owner = createPool({
      url: database.ownerUrl,
      schema: 'dice_slots',
      maxConnections: 2,
      log: testLogger('owner'),
    })
  }

  static async create(): Promise<World> {
    const [nats, database] = await Promise.all([startTestNats(), createTestDatabase(['dice-slots'])])
    const world = new World(nats, database)
    const tellMaintenance = () => Promise.resolve({ siteMaintenance: world.#siteMaintenance })
    world.#auth = await startFakeAuth(nats, world.tokens, [handle(getSiteMaintenance, tellMaintenance)])
    world.#gateway = await joinBus(nats, 'gateway', world.tokens)
    await world.wallet.start()
    return world
  }

  env(): Record<string, string> {
    return {
      DATABASE_URL: this.database.urlOf('dice-slots'),
      NATS_URL: this.nats.urlOf('dice-slots'),
      SEED_SECRET: 'a secret that only the tests know of',
    }
  }

  /** Starts one replica in this process. */
  start(clock: Clock = systemClock): Promise<RunningService<House>> {
    return this.startAs(diceSlots, clock)
  }

  /** Starts another release of the service in this process. */
  async startAs(release: Service<House>, clock: Clock = systemClock): Promise<RunningService<House>> {
    const service = await release.start(this.env(), { log: testLogger('dice-slots'), clock })
    this.#running.push(service)
    return service
  }

  /** Lets a replica to which every lease has run out, whoever leads, finish what is unfinished. */
  async sweepLater(): Promise<void> {
    const sweeper = await this.start(laterClock)
    const sweep = startSweep(sweeper.context)
    await this.ended()
    await sweep.stop()
    await this.stop(sweeper)
  }

  /** Stops one replica in this process. */
  async stop(replica: RunningService<House>): Promise<void> {
    this.#running.splice(this.#running.indexOf(replica), 1)
    await replica.stop()
  }

  /** Closes or opens the site, and tells so. */
  async setMaintenance(siteMaintenance: boolean): Promise<void> {
    this.#siteMaintenance = siteMaintenance
    this.#auth?.signal(maintenanceChanged, { siteMaintenance })
    await this.#auth?.flush()
  }

  /** Waits until no play is unfinished. */
  async ended(): Promise<void> {
    await eventually('no play is unfinished', async () => {
      const { rows } = await this.owner.query('SELECT 1 FROM seat WHERE bet_id IS NOT NULL')
      return rows.length === 0
    })
  }

  /** Stops the replicas that run in this process. */
  async stopServices(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((service) => service.stop()))
  }

  async remove(): Promise<void> {
    await this.wallet.stop()
    await this.stopServices()
    await this.#gateway?.close()
    await this.#auth?.close()
    await this.owner.end()
    await this.database.drop()
    await this.nats.remove()
  }

  player(): TestPlayer {
    return this.tokens.player()
  }

  async #send(operation: OperationShape, player: TestPlayer, input: unknown, key?: string) {
    if (this.#gateway === undefined) throw new Error('The world is not complete')
    return this.#gateway.send(operation, input, { requestId: 'test', token: player.token, key })
  }

  /** Asks as the gateway does. */
  async ask<O extends OperationShape>(
    operation: O,
    player: TestPlayer,
    input: WireInput<O>,
    key?: string,
  ): Promise<{ answer: WireOutput<O>; replayed: boolean }> {
    const reply = await this.#send(operation, player, input, key)
    return { answer: reply.out as WireOutput<O>, replayed: reply.p === 1 }
  }

  async play(player: TestPlayer, input: PlayInput = {}, key: string = newKey()): Promise<Played> {
    const operation = { ...playDice, timeoutMs: this.patienceMs }
    const reply = await this.#send(operation, player, { betAmount: 100, rollOver: 50.5, ...input }, key)
    return { answer: reply.out as WireOutput<typeof playDice>, replayed: reply.p === 1 }
  }

  async commitment(player: TestPlayer): Promise<WireOutput<typeof getDiceCommitment>> {
    return (await this.#send(getDiceCommitment, player, {})).out as WireOutput<typeof getDiceCommitment>
  }

  async setSeed(player: TestPlayer, clientSeed: string): Promise<WireOutput<typeof setClientSeed>> {
    return (await this.#send(setClientSeed, player, { clientSeed })).out as WireOutput<typeof setClientSeed>
  }

  async proof(player: TestPlayer, betId: string): Promise<WireOutput<typeof getBetProof>> {
    return (await this.#send(getBetProof, player, { betId })).out as WireOutput<typeof getBetProof>
  }

  async plays(player: TestPlayer, limit?: number): Promise<WireOutput<typeof listDicePlays>['plays']> {
    const reply = await this.#send(listDicePlays, player, limit === undefined ? {} : { limit })
    return (reply.out as WireOutput<typeof listDicePlays>).plays
  }

  /** The bet of a player that is under way, once what is written behind the answers is there. */
  async claimOf(player: TestPlayer): Promise<string | undefined> {
    const { rows } = await this.owner.query<{ bet_id: string }>(
      'SELECT bet_id FROM seat WHERE player_id = $1 AND bet_id IS NOT NULL',
      [player.id],
    )
    return rows[0]?.bet_id
  }

  /** The bets of a player that have ended, by nonce. */
  async betsOf(player: TestPlayer): Promise<string[]> {
    return (await this.#endedOf(player)).map((row) => row.bet_id)
  }

  async #endedOf(player: TestPlayer) {
    const { rows } = await this.owner.query<{
      bet_id: string
      nonce: number
      server_seed_hash: string
      next_server_seed_hash: string
      stake_paise: number
      payout_paise: number
    }>(
      `SELECT bet_id, nonce, encode(server_seed_hash, 'hex') AS server_seed_hash, encode(next_server_seed_hash, 'hex') AS next_server_seed_hash,
         stake_paise, payout_paise FROM play WHERE player_id = $1 AND game = 'dice' ORDER BY nonce`,
      [player.id],
    )
    return rows
  }

  /**
   * Everything that must be true of a player of Dice whatever has failed: the wallet has booked just the plays that are recorded, with their amounts; nonces
   * have no gap; each play used up the commitment that the one before it published, and the seat holds the newest.
   */
  async expectConsistent(player: TestPlayer): Promise<void> {
    await eventually(
      'what is written behind the answers is there',
      async () => (await this.claimOf(player)) === undefined,
    )
    const rows = await this.#endedOf(player)
    expect(rows.map((row) => row.nonce)).toEqual(rows.map((_row, index) => index + 1))
    const booked = [...this.wallet.booked.values()].filter((bet) => bet.playerId === player.id)
    const amounts = (betId: string, stakePaise: number, payoutPaise: number) => `${betId} ${stakePaise} ${payoutPaise}`
    expect(booked.map((bet) => amounts(bet.betId, bet.stakePaise, bet.payoutPaise)).sort()).toEqual(
      rows.map((row) => amounts(row.bet_id, row.stake_paise, row.payout_paise)).sort(),
    )
    const seats = await this.owner.query<{ nonce: number; hash: string }>(
      `SELECT nonce, encode(server_seed_hash, 'hex') AS hash FROM seat WHERE player_id = $1 AND game = 'dice'`,
      [player.id],
    )
    const published = rows.map((row) => row.next_server_seed_hash)
    expect(rows.slice(1).map((row) => row.server_seed_hash)).toEqual(published.slice(0, -1))
    if (rows.length > 0) expect(seats.rows).toEqual([{ nonce: rows.length + 1, hash: published.at(-1) }])
  }
}

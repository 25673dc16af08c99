import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { entriesBooked } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import type { Pool } from '@kismet/service-kit/database'
import { Registry } from '@kismet/service-kit/metrics'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { walletEnv } from '../src/config.ts'
import { startRelay } from '../src/relay/relay.ts'
import { walletTelemetry } from '../src/telemetry.ts'
import { deposit, newId, openCore, openPool, play } from './fixture.ts'

const tokens = new TestTokens()
let nats: TestNats
let database: TestDatabase
let pool: Pool
let wallet: Bus
let payments: Bus
const told: string[] = []

beforeAll(async () => {
  ;[nats, database] = await Promise.all([startTestNats(), createTestDatabase(['wallet'])])
  pool = openPool(database.urlOf('wallet'))
  wallet = await joinBus(nats, 'wallet', tokens)
  payments = await joinBus(nats, 'payments', tokens)
  await payments.facts.consume([entriesBooked], (_fact, _id, { entries }) => {
    told.push(...entries.map(({ entryId }) => entryId))
    return Promise.resolve()
  })
})

afterAll(async () => {
  await payments.close()
  await wallet.close()
  await pool.end()
  await Promise.all([nats.remove(), database.drop()])
})

function openRelay(): ReturnType<typeof startRelay> {
  const config = walletEnv.parse({ NATS_URL: nats.urlOf('wallet'), DATABASE_URL: database.urlOf('wallet') })
  const parts = {
    clock: systemClock,
    bus: wallet,
    log: testLogger('wallet'),
    telemetry: walletTelemetry(new Registry()),
  }
  return startRelay({ ...parts, config: { ...config, RELAY_ENTRIES_PER_SECOND: 1_000_000 }, replicaId: newId() })
}

async function entryIds(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT player_id || ':' || entry.sequence AS id FROM entry JOIN account USING (account_no)`,
  )
  return rows.map(({ id }) => id)
}

describe('the relay', () => {
  it('tells every entry that several writers book at the same time, each once', async () => {
    const url = database.urlOf('wallet')
    const [first, second] = [
      await openCore(url, { lanes: 3, maxBatch: 16 }),
      await openCore(url, { lanes: 2, maxBatch: 16 }),
    ]
    const relays = [openRelay(), openRelay()]
    const players = Array.from({ length: 40 }, newId)
    await Promise.all(players.map((player) => first.submit(deposit(player, 100_000))))
    for (let round = 0; round < 12; round += 1) {
      const bets = players.flatMap((player, index) => [
        (index % 2 === 0 ? first : second).submit(play(player, 100)),
        first.submit(play(player, 1, 2)),
      ])
      relays.forEach((relay) => relay.wake())
      await Promise.all(bets)
    }
    const booked = await entryIds()
    await eventually('all entries are told', () => new Set(told).size >= booked.length, 20_000)
    expect([...new Set(told)].sort()).toEqual(booked.sort())
    expect(told).toHaveLength(booked.length)
    await Promise.all([...relays.map((relay) => relay.stop()), first.close(), second.close()])
  }, 60_000)

  it('waits for a transaction that began earlier and is still open, so that it is not skipped', async () => {
    const core = await openCore(database.urlOf('wallet'))
    const owner = openPool(database.ownerUrl)
    const late = await owner.connect()
    const lateEntry = { player: newId(), reference: newId() }
    await late.query('BEGIN')
    await late.query('INSERT INTO account (player_id) VALUES ($1)', [lateEntry.player])

    const relay = openRelay()
    const quick = newId()
    await core.submit(deposit(quick, 1))
    relay.wake()
    await late.query(
      `INSERT INTO entry (account_no, sequence, reference, input_hash, step, kind, stake_paise, payout_paise, balance_side_paise, open_side_paise,
         held_side_paise, house_side_paise, outside_side_paise, bonus_side_paise, balance_after_paise, at, shard)
       VALUES ((SELECT account_no FROM account WHERE player_id = $1), 1, $2, 0, 'close', 'void', 0, 0, 0, 0, 0, 0, 0, 0, 0, $3, 0)`,
      [lateEntry.player, lateEntry.reference, new Date(systemClock.now())],
    )
    expect(told).not.toContain(`${quick}:1`)
    await late.query('COMMIT')
    late.release()
    await eventually(
      'both entries are told',
      () => told.includes(`${quick}:1`) && told.includes(`${lateEntry.player}:1`),
    )
    await relay.stop()
    await core.close()
    await owner.end()
  })

  it('goes on where it was when the bus was away', async () => {
    const core = await openCore(database.urlOf('wallet'))
    const relay = openRelay()
    const player = newId()
    await nats.stop('SIGKILL')
    await core.submit(deposit(player, 1))
    relay.wake()
    await nats.start()
    await core.submit(deposit(player, 1))
    await eventually(
      'both entries are told',
      () => told.includes(`${player}:1`) && told.includes(`${player}:2`),
      30_000,
    )
    await relay.stop()
    await core.close()
  }, 60_000)
})

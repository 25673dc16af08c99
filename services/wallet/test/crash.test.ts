import { auditKey } from '@kismet/test-env/test-audit'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { creditDeposit, paise, readBalance } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Pool } from '@kismet/service-kit/database'
import { compiledOnce } from '@kismet/test-env/compiled-once'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startOwnPostgres, startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { breaksOf, isWaiting, newId, openPool, reconcileAll } from './fixture.ts'
import { Load } from './load.ts'

/** A real wallet process, a real PostgreSQL of its own, a real bus: one of them dies while bets come in. */
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const players = Array.from({ length: 50 }, newId)
const startPaise = 1_000_000

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
let nats: TestNats
let database: TestDatabase
let pool: Pool
let payments: Bus
let games: Bus
let auth: Bus
let children: ChildProcess[] = []

beforeAll(async () => {
  ;[postgres, nats] = await Promise.all([startOwnPostgres(), startTestNats()])
  const tokens = new TestTokens()
  payments = await joinBus(nats, 'payments', tokens)
  games = await joinBus(nats, 'dice-slots', tokens)
  auth = await startFakeAuth(nats, tokens)
}, 60_000)

beforeEach(async () => {
  database = await createTestDatabase(['wallet'], postgres.url)
  pool = openPool(database.urlOf('wallet'))
})

afterAll(async () => {
  await Promise.all([payments, games, auth].map((bus) => bus.close()))
  await Promise.all([nats.remove(), postgres.stop()])
})

function startWallet(): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    NATS_URL: nats.urlOf('wallet'),
    DATABASE_URL: database.urlOf('wallet'),
    AUDIT_KEY: auditKey,
    RECONCILE_EVERY_MS: '1000',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  }
  const child = spawn(process.execPath, [...compiledOnce, main], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  children.push(child)
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

afterEach(async () => {
  await Promise.all(children.map((child) => end(child, 'SIGKILL')))
  children = []
  await pool.end()
  await database.drop()
})

/** Waits until the wallet answers again: callers get `unavailable` before. */
const walletAnswers = () =>
  eventually(
    'the wallet answers',
    () =>
      payments.call(readBalance, { playerId: newId() }, { requestId: 'probe' }).then(
        () => true,
        () => false,
      ),
    30_000,
  )

async function fund(): Promise<void> {
  await walletAnswers()
  await Promise.all(
    players.map((playerId) =>
      payments.call(
        creditDeposit,
        { depositId: newId(), playerId, amountPaise: paise(startPaise) },
        { requestId: 'fund' },
      ),
    ),
  )
}

/** Every answered bet is booked as it was answered, no bet is half there, and the ledger adds up. @returns how many were booked without an answer. */
async function expectNothingLost(load: Load): Promise<number> {
  const { rows } = await pool.query<{ reference: string; balance: number }>(
    `SELECT reference, balance_after_paise AS balance FROM entry WHERE kind = 'play'`,
  )
  const booked = new Map(rows.map(({ reference, balance }) => [reference, balance]))
  const answered = load.bets.filter(({ balancePaise }) => balancePaise !== undefined)
  expect(answered.filter(({ betId, balancePaise }) => booked.get(betId) !== balancePaise)).toEqual([])
  const sent = new Set(load.bets.map(({ betId }) => betId))
  expect([...booked.keys()].filter((betId) => !sent.has(betId))).toEqual([])
  expect(breaksOf(await reconcileAll(pool))).toEqual([])
  return booked.size - answered.length
}

describe('a crash under load', () => {
  it('of the wallet (kill -9): what was answered is there, nothing is half there', async () => {
    let wallet = startWallet()
    await fund()
    const load = new Load(games, players, 64)
    for (let crash = 1; crash <= 3; crash += 1) {
      await load.reach(crash * 1500)
      await end(wallet, 'SIGKILL')
      wallet = startWallet()
    }
    await load.reach(load.answered + 1000)
    await load.stop()
    await expectNothingLost(load)
  }, 180_000)

  it('of PostgreSQL (immediate shutdown): the wallet finds it again and nothing is lost', async () => {
    const wallet = startWallet()
    await fund()
    const load = new Load(games, players, 64)
    for (let crash = 1; crash <= 3; crash += 1) {
      await load.reach(crash * 1500)
      await postgres.crash()
      await postgres.startAgain()
    }
    await load.reach(load.answered + 1000)
    await load.stop()
    expect(wallet.exitCode).toBeNull()
    await expectNothingLost(load)
  }, 180_000)

  it('a stop by SIGTERM answers everything that was taken', async () => {
    const wallet = startWallet()
    await fund()
    const load = new Load(games, players, 32)
    await load.reach(1000)
    const sent = [...load.bets]
    const stopped = end(wallet, 'SIGTERM')
    await load.stop()
    await stopped
    expect(wallet.exitCode).toBe(0)
    expect(await expectNothingLost(load)).toBe(0)
    expect(sent.length).toBeGreaterThan(1000)
  }, 180_000)
})

/** How long nothing may be booked until the one that stands by leads: wide, for machines that are busy. */
const takesOverWithinMs = 5_000

describe('two wallets', () => {
  /** One that leads and one that stands by. */
  async function startTwo(): Promise<[leader: ChildProcess, standby: ChildProcess]> {
    const leader = startWallet()
    await fund()
    const standby = startWallet()
    await standsBy()
    return [leader, standby]
  }

  it('go on when the one that leads is killed (kill -9)', async () => {
    const [leader] = await startTwo()
    const load = new Load(games, players, 64)
    await load.reach(1500)
    await end(leader, 'SIGKILL')
    await load.reach(load.answered + 1500)
    await load.stop()
    expect(load.longestGapMs).toBeLessThan(takesOverWithinMs)
    await expectNothingLost(load)
  }, 180_000)

  it('go on when the one that leads drains in the middle of a proof, which answers all that it has taken', async () => {
    const [leader] = await startTwo()
    const load = new Load(games, players, 64)
    const release = await holdProof()
    await load.reach(1500)
    await end(leader, 'SIGTERM')
    expect(leader.exitCode).toBe(0)
    await load.reach(load.answered + 1500)
    await load.stop()
    expect(load.longestGapMs).toBeLessThan(takesOverWithinMs)
    await release()
    expect(await expectNothingLost(load)).toBe(0)
  }, 180_000)

  it('go on when the one that leads is paused, and book nothing twice when it continues and leads again', async () => {
    const [paused, next] = await startTwo()
    const load = new Load(games, players, 64)
    await load.reach(1500)
    paused.kill('SIGSTOP')
    await load.reach(load.answered + 1500)
    paused.kill('SIGCONT')
    await load.reach(load.answered + 1500)
    await standsBy()
    await end(next, 'SIGKILL')
    await load.reach(load.answered + 1500)
    await load.stop()
    expect(paused.exitCode).toBeNull()
    await expectNothingLost(load)
  }, 180_000)
})

/** Waits until a reconciliation runs, and lets it come to no end. @returns lets it go on */
async function holdProof(): Promise<() => Promise<void>> {
  const owner = openPool(database.ownerUrl)
  const lock = await owner.connect()
  await lock.query('BEGIN')
  await lock.query('LOCK TABLE reconciliation')
  await eventually('a reconciliation hangs', () => isWaiting(owner, 'reread_after'))
  return async () => {
    await lock.query('ROLLBACK')
    lock.release()
    await owner.end()
  }
}

/** Waits for a wallet that asks who leads. */
const standsBy = () =>
  eventually(
    'a wallet stands by',
    async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT term, session.pid%' AND backend_start NOT IN (SELECT session_began FROM leadership)`,
      )
      return rowCount === 1
    },
    30_000,
  )

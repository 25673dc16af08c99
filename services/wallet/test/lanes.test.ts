import { describe, expect, it, jest } from '@jest/globals'
import { defaultTimeoutMs } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import type { Pool, PoolClient } from '@kismet/service-kit/database'
import { Registry } from '@kismet/service-kit/metrics'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { WalletCore } from '../src/core/wallet-core.ts'
import { saveProtection } from '../src/db/account-columns.ts'
import type { MoneyCommand, Outcome } from '../src/domain/command.ts'
import { noProtection } from '../src/domain/protection.ts'
import { walletTelemetry } from '../src/telemetry.ts'
import type { WalletTelemetry } from '../src/telemetry.ts'
import { deposit, inOwnLedger, isWaiting, newId, openCore, openPool, play } from './fixture.ts'

/** A command that is under way, and whether it has been answered. */
function sent(core: WalletCore, command: MoneyCommand): { outcome: Promise<Outcome>; isAnswered: () => boolean } {
  const state = { answered: false }
  const outcome = core.submit(command).finally(() => (state.answered = true))
  return { outcome, isAnswered: () => state.answered }
}

/** Keeps the account of a player from being written, until the transaction of the client ends. */
async function lockAccount(owner: Pool, player: string): Promise<PoolClient> {
  const client = await owner.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM account WHERE player_id = $1 FOR UPDATE', [player])
  return client
}

async function unlock(client: PoolClient): Promise<void> {
  await client.query('ROLLBACK')
  client.release()
}

async function entriesOf(owner: Pool, { reference }: MoneyCommand): Promise<number> {
  const { rowCount } = await owner.query('SELECT FROM entry WHERE reference = $1', [reference])
  return rowCount ?? 0
}

const writing = 'UPDATE account'

describe('a lane that hangs', () => {
  it('on a locked row delays only the players of its batch', () =>
    inOwnLedger(
      async ({ core, owner }) => {
        const [stuck, free] = [newId(), newId()]
        await Promise.all([core.submit(deposit(stuck, 10_000)), core.submit(deposit(free, 10_000))])
        const lock = await lockAccount(owner, stuck)
        const first = sent(core, play(stuck, 100))
        await eventually('the first batch hangs', () => isWaiting(owner, writing))
        // In one turn with a command of the stuck player: it may not go to another lane, and not keep its neighbour from it.
        const second = sent(core, play(stuck, 100))
        const others = await Promise.all(Array.from({ length: 20 }, () => core.submit(play(free, 10))))
        expect(others.every(({ ok }) => ok)).toBe(true)
        expect([first.isAnswered(), second.isAnswered()]).toEqual([false, false])
        await unlock(lock)
        expect([await first.outcome, await second.outcome]).toMatchObject([
          { ok: true, balancePaise: 9_900 },
          { ok: true, balancePaise: 9_800 },
        ])
      },
      { lanes: 2 },
    ))

  it('on a locked row delays only the command that needs the row, and no other player of its batch', () =>
    inOwnLedger(
      async ({ core, owner }) => {
        const [stuck = '', ...free] = Array.from({ length: 8 }, newId)
        await Promise.all([stuck, ...free].map((player) => core.submit(deposit(player, 10_000))))
        const lock = await lockAccount(owner, stuck)
        const held = sent(core, play(stuck, 100))
        const playEach = () => Promise.all(free.map((player) => core.submit(play(player, 100))))
        for (const balancePaise of [9_900, 9_800])
          expect(await playEach()).toEqual(
            free.map(() => expect.objectContaining({ ok: true, balancePaise }) as unknown),
          )
        expect(held.isAnswered()).toBe(false)
        await unlock(lock)
        expect(await held.outcome).toMatchObject({ ok: true, balancePaise: 9_900 })
      },
      { lanes: 2 },
    ))

  it('releases each other player of its batch once, and a player who moved to another lane stays there', () => {
    const telemetry = { ...walletTelemetry(new Registry()), failedAttempt: jest.fn<WalletTelemetry['failedAttempt']>() }
    return inOwnLedger(
      async ({ core, owner }) => {
        const [stuck, slow, free, other] = [newId(), newId(), newId(), newId()]
        await Promise.all([stuck, slow, free, other].map((player) => core.submit(deposit(player, 10_000))))
        /** How many wait for their batch when those of before have had their turn. */
        const waitingAfterTurn = async () => {
          await core.submit(play(other, 1))
          return core.queued
        }
        const stuckLock = await lockAccount(owner, stuck)
        const ledgerLock = await owner.connect()
        await ledgerLock.query('BEGIN; LOCK TABLE entry')
        const [, ofSlow, ofFree] = [stuck, slow, free].map((player) => core.submit(play(player, 100)))
        await eventually('the two others are tried by themselves', () => telemetry.failedAttempt.mock.calls.length > 1)
        const slowLock = await lockAccount(owner, slow)
        await unlock(ledgerLock)
        await ofFree
        const freeLock = await lockAccount(owner, free)
        const second = core.submit(play(free, 100))
        const waiting = [await waitingAfterTurn()]
        await unlock(slowLock)
        await ofSlow
        const third = core.submit(play(free, 100))
        waiting.push(await waitingAfterTurn())
        await Promise.all([stuckLock, freeLock].map(unlock))
        const outcomes = await Promise.all([ofSlow, ofFree, second, third])
        expect(outcomes).toMatchObject([9_900, 9_900, 9_800, 9_700].map((balancePaise) => ({ ok: true, balancePaise })))
        expect(waiting).toEqual([0, 1])
      },
      { lanes: 3, telemetry },
    )
  })

  it('on a row that stays locked refuses the command that needs the row, without an entry', () =>
    inOwnLedger(async ({ core, owner }) => {
      const stuck = newId()
      await core.submit(deposit(stuck, 10_000))
      const lock = await lockAccount(owner, stuck)
      const bet = play(stuck, 100)
      expect(await core.submit(bet)).toEqual({ ok: false, code: 'unavailable' })
      await unlock(lock)
      expect(await entriesOf(owner, bet)).toBe(0)
    }))

  it(
    'on a connection that is half open lets the others go on, and books its batch once on a new one',
    () =>
      inOwnLedger(
        async ({ owner, core, line }) => {
          const [stuck, free] = [newId(), newId()]
          await Promise.all([core.submit(deposit(stuck, 10_000)), core.submit(deposit(free, 10_000))])
          const dead = line.lastUsed()
          dead.freeze()
          const { usedAt } = dead
          const bet = play(stuck, 100)
          const hung = sent(core, bet)
          await eventually('the batch has gone into the dead line', () => dead.usedAt > usedAt)
          for (let turn = 0; turn < 20; turn += 1)
            expect(await core.submit(play(free, 10))).toMatchObject({ ok: true, replayed: false })
          expect(hung.isAnswered()).toBe(false)
          expect(await hung.outcome).toMatchObject({ ok: true, balancePaise: 9_900, replayed: false })
          expect(await entriesOf(owner, bet)).toBe(1)
        },
        { lanes: 2 },
      ),
    30_000,
  )
})

describe('a commit', () => {
  it('is counted and announced for new entries, not for replays and refusals', () => {
    const telemetry = { ...walletTelemetry(new Registry()), committed: jest.fn<WalletTelemetry['committed']>() }
    const onCommitted = jest.fn<() => void>()
    return inOwnLedger(
      async ({ core }) => {
        const [player, reference] = [newId(), newId()]
        for (const command of [deposit(player, 100, reference), deposit(player, 100, reference), play(player, 500)])
          await core.submit(command)
        expect(telemetry.committed.mock.calls).toEqual([[expect.any(Number)]])
        expect(onCommitted).toHaveBeenCalledTimes(1)
      },
      { telemetry, onCommitted },
    )
  })
})

describe('a session of another role', () => {
  it('cannot block a lane with advisory locks or with the name of a lane', async () => {
    const database = await createTestDatabase(['wallet', 'payments'])
    const stranger = openPool(database.urlOf('payments'))
    await stranger.query(
      `SELECT pg_advisory_lock(${String(0x6b69736d)}, lane), set_config('application_name', 'wallet lane 0', false)
       FROM generate_series(0, 63) AS lane`,
    )
    const core = await openCore(database.urlOf('wallet'))
    expect(await core.submit(deposit(newId(), 1))).toMatchObject({ ok: true })
    expect((await stranger.query('SELECT 1')).rowCount).toBe(1)
    await core.close()
    await stranger.end()
    await database.drop()
  })
})

describe('a command that waited too long', () => {
  it('is refused: its caller has gone', () => {
    const clock = { ms: systemClock.now(), now: () => clock.ms }
    return inOwnLedger(
      async ({ core, owner }) => {
        const player = newId()
        await core.submit(deposit(player, 10_000))
        const lock = await lockAccount(owner, player)
        const inDatabase = sent(core, play(player, 100))
        await eventually('the batch hangs', () => isWaiting(owner, writing))
        const waiting = play(player, 100)
        const late = core.submit(waiting)
        clock.ms += defaultTimeoutMs + 1
        const fresh = core.submit(play(player, 100))
        expect(await late).toEqual({ ok: false, code: 'unavailable' })
        expect(inDatabase.isAnswered()).toBe(false)
        await unlock(lock)
        expect([await inDatabase.outcome, await fresh]).toMatchObject([{ ok: true }, { ok: true, balancePaise: 9_800 }])
        expect(await entriesOf(owner, waiting)).toBe(0)
      },
      { clock },
    )
  })
})

describe('a connection that is lost', () => {
  it('after the commit answers the caller as for a first command', () =>
    inOwnLedger(async ({ owner, core, line }) => {
      const player = newId()
      await core.submit(deposit(player, 10_000))
      const connection = line.lastUsed()
      const committed = connection.loseAnswers()
      const bet = play(player, 100)
      const outcome = core.submit(bet)
      await committed
      connection.cut()
      expect(await outcome).toMatchObject({ ok: true, balancePaise: 9_900, replayed: false })
      expect(await core.submit(bet)).toMatchObject({ ok: true, balancePaise: 9_900, replayed: true })
      expect(await entriesOf(owner, bet)).toBe(1)
    }))

  it('of an idle lane answers a repeated command as a replay', () => {
    const lost = Promise.withResolvers<undefined>()
    const log = Object.assign(testLogger('wallet'), { warn: () => lost.resolve(undefined) })
    return inOwnLedger(
      async ({ core, line }) => {
        const first = deposit(newId(), 10_000)
        expect(await core.submit(first)).toMatchObject({ ok: true, replayed: false })
        line.isDown = true
        line.lastUsed().cut()
        await lost.promise
        const again = core.submit(first)
        await eventually('the lane could not connect', () => line.refused > 0)
        line.isDown = false
        expect(await again).toMatchObject({ ok: true, balancePaise: 10_000, replayed: true })
      },
      { log },
    )
  })

  it('with a paused backend decides no command again before the backend ends, so that no booked bet is refused', () => {
    // 23:59 in Kolkata on 15 January 2026. The player is ahead today, so that the limit allows what it does not allow tomorrow.
    const clock = { ms: Date.UTC(2026, 0, 15, 18, 29), now: () => clock.ms }
    return inOwnLedger(async ({ owner, core, line }) => {
      const player = newId()
      await core.submit(deposit(player, 10_000))
      await core.submit(play(player, 100, 600))
      await saveProtection(owner, player, { ...noProtection, lossPaise: { day: 100, week: null, month: null } })
      await core.submit(deposit(player, 1))
      const backend = await pidOfLane(owner)
      const lock = await lockAccount(owner, player)
      const bet = play(player, 550)
      const attempt = sent(core, bet)
      await eventually('the bet is being written', () => isWaiting(owner, writing))
      process.kill(backend, 'SIGSTOP')
      try {
        line.lastUsed().cut()
        clock.ms += 3_600_000
        await eventually('the lane waits for the paused backend', async () => {
          const { rowCount } = await owner.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_terminate_backend%'`,
          )
          return rowCount === 1
        })
        expect(attempt.isAnswered()).toBe(false)
        await unlock(lock)
      } finally {
        process.kill(backend, 'SIGCONT')
      }
      const outcome = await attempt.outcome
      expect(outcome).toMatchObject({ ok: (await entriesOf(owner, bet)) === 1 })
    })
  }, 30_000)
})

async function pidOfLane(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '% lane 0'`,
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.pid ?? 0
}

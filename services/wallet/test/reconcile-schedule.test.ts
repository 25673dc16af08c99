import { auditKey } from '@kismet/test-env/test-audit'
import { describe, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import { Registry } from '@kismet/service-kit/metrics'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { walletEnv } from '../src/config.ts'
import { ledgerState } from '../src/reconcile/ledger-state.ts'
import type { LedgerState } from '../src/reconcile/ledger-state.ts'
import { reconcileNewest } from '../src/reconcile/schedule.ts'
import { walletTelemetry } from '../src/telemetry.ts'
import { deposit, inOwnLedger, isWaiting, newId, openPool, play } from './fixture.ts'
import type { OwnLedger } from './fixture.ts'

interface Watch extends OwnLedger {
  readonly clock: { ms: number }
  /** @returns whether the next run is to follow at once */
  readonly run: (maxEntries?: number, stopping?: AbortSignal) => Promise<boolean>
  readonly state: () => Promise<LedgerState>
}

const zero = 'each transaction sums to zero'
const chains = 'sequences have no gap and balances continue each other'

describe('the reconciliation of the service', () => {
  /** The loop's work and what admins are told, on a ledger of its own and a clock that the test moves. */
  const watched = (work: (watch: Watch) => Promise<void>) =>
    inOwnLedger(async (ledger) => {
      const clock = { ms: systemClock.now(), now: () => clock.ms }
      const db = openPool(ledger.url)
      const config = walletEnv.parse({ NATS_URL: 'nats://127.0.0.1', DATABASE_URL: ledger.url, AUDIT_KEY: auditKey })
      const ctx = { db, config, clock, log: testLogger('wallet'), telemetry: walletTelemetry(new Registry()) }
      const run = (maxEntries?: number, stopping = new AbortController().signal) =>
        reconcileNewest(ctx, stopping, maxEntries)
      try {
        await work({ ...ledger, clock, run, state: () => ledgerState(ctx) })
      } finally {
        await db.end()
      }
    })

  const found = ({ state, unproven, checks }: LedgerState) => ({
    state,
    unproven,
    looked: checks.find(({ name }) => name === zero)?.checked,
    breaks: checks.find(({ name }) => name === chains)?.breaks,
  })

  it('tells one break in each run until it is mended, and proves what comes after it', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      const one = newId()
      await core.submit(deposit(one, 100))
      await core.submit(play(one, 10))
      await run()
      expect(found(await state())).toEqual({ state: 'clean', unproven: 0, looked: 2, breaks: 0 })

      await core.submit(play(one, 10))
      await hand.query('UPDATE entry SET balance_after_paise = balance_after_paise + 1 WHERE sequence = 3')
      await hand.query('UPDATE account SET balance_paise = balance_paise + 1')
      await run()
      expect(found(await state())).toEqual({ state: 'broken', unproven: 0, looked: 1, breaks: 1 })
      await core.submit(deposit(newId(), 5))
      await run()
      expect(found(await state())).toEqual({ state: 'broken', unproven: 0, looked: 2, breaks: 1 })
      await run()
      expect(found(await state())).toEqual({ state: 'broken', unproven: 0, looked: 1, breaks: 1 })

      await hand.query('UPDATE entry SET balance_after_paise = balance_after_paise - 1 WHERE sequence = 3')
      await hand.query('UPDATE account SET balance_paise = balance_paise - 1 WHERE sequence = 3')
      await run()
      expect(found(await state())).toMatchObject({ state: 'clean', breaks: 0 })
    }))

  it('knows nothing before its first run, after one that failed, and when the last one was too long ago', () =>
    watched(async ({ core, owner: hand, run, state, clock }) => {
      await core.submit(deposit(newId(), 100))
      expect((await state()).state).toBe('unknown')
      await run()
      expect((await state()).state).toBe('clean')

      await hand.query('ALTER TABLE house_account RENAME TO gone')
      await expect(run()).rejects.toThrow('house_account')
      expect((await state()).state).toBe('unknown')
      await hand.query('ALTER TABLE gone RENAME TO house_account')
      await run()
      expect((await state()).state).toBe('clean')

      clock.ms += 4 * 60_000
      expect((await state()).state).toBe('unknown')
    }))

  it('does not prove the same entries again and again, nor calls clean what it never looked at, while a transaction stays open', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      const stuck = await hand.connect()
      await stuck.query('BEGIN')
      await stuck.query('SELECT pg_current_xact_id()')
      for (let entry = 0; entry < 4; entry += 1) await core.submit(deposit(newId(), 100))
      await run(2)
      expect(await run(2)).toBe(false)
      expect(found(await state())).toMatchObject({ state: 'unknown', unproven: 4, looked: 2 })
      await stuck.query('COMMIT')
      stuck.release()
      await run(2)
      await run(2)
      expect(found(await state())).toMatchObject({ state: 'clean', unproven: 0 })
    }))

  it('ends at once when it is told to stop, and its statement with it', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      await core.submit(deposit(newId(), 100))
      await run()
      const lock = await hand.connect()
      await lock.query('BEGIN')
      await lock.query('LOCK TABLE reconciliation')
      const stopping = new AbortController()
      const running = run(undefined, stopping.signal)
      await eventually('the run hangs', () => isWaiting(hand, 'proven_until'))
      stopping.abort()
      expect(await running).toBe(false)
      await eventually('its statement has ended', async () => !(await isWaiting(hand, 'proven_until')))
      await lock.query('ROLLBACK')
      lock.release()
      expect(found(await state())).toMatchObject({ state: 'clean' })
    }))

  it('says how many entries wait behind a transaction that still runs', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      const slow = await hand.connect()
      await slow.query('BEGIN')
      await slow.query('SELECT pg_current_xact_id()')
      await core.submit(deposit(newId(), 100))
      await core.submit(deposit(newId(), 100))
      await run()
      expect(found(await state())).toMatchObject({ state: 'clean', unproven: 2 })
      await slow.query('COMMIT')
      slow.release()
      await run()
      expect(found(await state())).toMatchObject({ state: 'clean', unproven: 0, looked: 2 })
    }))
})

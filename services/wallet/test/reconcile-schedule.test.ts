import { auditKey } from '@kismet/test-env/test-audit'
import { describe, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { walletEnv } from '../src/config.ts'
import { ledgerState, mayPayOut } from '../src/reconcile/ledger-state.ts'
import type { LedgerState } from '../src/reconcile/ledger-state.ts'
import { reconcileNewest } from '../src/reconcile/schedule.ts'
import { deposit, inOwnLedger, isWaiting, newId, openPool, play, reserve } from './fixture.ts'
import type { OwnLedger } from './fixture.ts'

interface Watch extends OwnLedger {
  readonly clock: { ms: number }
  readonly run: (stopping?: AbortSignal) => Promise<void>
  readonly state: () => Promise<LedgerState>
  readonly mayPayOut: () => Promise<boolean>
}

const zero = 'each entry sums to zero and leaves no negative balance'
const chains = 'sequences have no gap and balances continue each other'
const accounts = 'each account equals its entries'
const house = "the casino's accounts equal their entries"
const minuteMs = 60_000

describe('the reconciliation of the service', () => {
  /** The loop's work and what admins are told, on a ledger of its own and a clock that the test moves. */
  const watched = (work: (watch: Watch) => Promise<void>) =>
    inOwnLedger(async (ledger) => {
      const clock = { ms: systemClock.now(), now: () => clock.ms }
      const db = openPool(ledger.url)
      const config = walletEnv.parse({ NATS_URL: 'nats://127.0.0.1', DATABASE_URL: ledger.url, AUDIT_KEY: auditKey })
      const ctx = { db, config, clock, log: testLogger('wallet') }
      const run = (stopping = new AbortController().signal) => reconcileNewest(ctx, stopping)
      try {
        await work({ ...ledger, clock, run, state: () => ledgerState(ctx), mayPayOut: () => mayPayOut(ctx) })
      } finally {
        await db.end()
      }
    })

  /** The state of the ledger, and the names of the broken checks. */
  const found = ({ state, checks }: LedgerState) => [
    state,
    ...checks.filter(({ breaks }) => breaks > 0).map(({ name }) => name),
  ]

  it('tells a break in each run until it is mended, and checks what comes after it', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      const [one, two] = [newId(), newId()]
      await core.submit(deposit(one, 100))
      await core.submit(play(one, 10))
      await run()
      expect(found(await state())).toEqual(['clean'])

      await core.submit(play(one, 10))
      await hand.query('UPDATE entry SET balance_after_paise = balance_after_paise + 1 WHERE sequence = 3')
      await run()
      expect(found(await state())).toEqual(['broken', chains])
      await core.submit(deposit(two, 5))
      await run()
      expect(found(await state())).toEqual(['broken', chains])
      await hand.query('UPDATE account SET balance_paise = balance_paise + 1 WHERE player_id = $1', [two])
      await run()
      expect(found(await state())).toEqual(['broken', chains, accounts, 'all accounts together sum to zero'])

      await hand.query('UPDATE account SET balance_paise = balance_paise - 1 WHERE player_id = $1', [two])
      await hand.query('UPDATE entry SET balance_after_paise = balance_after_paise - 1 WHERE sequence = 3')
      await run()
      expect(found(await state())).toEqual(['clean'])
    }))

  it('finds money that was moved by hand between two accounts without new entries', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      const [from, to] = [newId(), newId()]
      await core.submit(deposit(from, 100))
      await core.submit(deposit(to, 100))
      await run()
      await run()
      await hand.query('UPDATE account SET balance_paise = balance_paise - 40 WHERE player_id = $1', [from])
      await hand.query('UPDATE account SET balance_paise = balance_paise + 40 WHERE player_id = $1', [to])
      await run()
      expect(found(await state())).toEqual(['broken', accounts])
    }))

  it('finds an old entry that was changed by hand, and forgets the break after the entry is mended', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      await core.submit(deposit(newId(), 100))
      await core.submit(deposit(newId(), 100))
      await run()
      await run()
      const change = (paise: number) =>
        hand.query('UPDATE entry SET bonus_side_paise = bonus_side_paise + $1 WHERE account_no = 2', [paise])
      await hand.query('ALTER TABLE entry DROP CONSTRAINT entry_sums_to_zero')
      await change(1)
      await run()
      expect(found(await state())).toEqual(['broken', zero])
      await change(-1)
      await run()
      expect(found(await state())).toEqual(['clean'])
    }))

  it('finds sums that were changed by hand, and makes them again from the entries', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      await core.submit(deposit(newId(), 100))
      await run()
      await hand.query('UPDATE proven_account SET outside_paise = 0')
      await run()
      expect(found(await state())).toEqual(['broken', house])
      await run()
      await run()
      expect(found(await state())).toEqual(['clean'])
    }))

  it('names a changed account of the casino and an open stake that is gone', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      const one = newId()
      await core.submit(deposit(one, 100))
      await core.submit(reserve(one, 10))
      await run()
      await hand.query('UPDATE house_account SET house_paise = house_paise + 1 WHERE shard = 5')
      await hand.query('UPDATE account SET open_paise = 0')
      await run()
      expect(found(await state())).toEqual(['broken', accounts, 'all accounts together sum to zero', house])
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

      clock.ms += 4 * minuteMs
      expect((await state()).state).toBe('unknown')
    }))

  it('lets withdrawals be paid out for an hour without a result, and no longer', () =>
    watched(async ({ owner: hand, run, clock, mayPayOut }) => {
      expect(await mayPayOut()).toBe(true)
      clock.ms += 61 * minuteMs
      expect(await mayPayOut()).toBe(false)
      await run()
      expect(await mayPayOut()).toBe(true)
      await hand.query('ALTER TABLE house_account RENAME TO gone')
      clock.ms += 59 * minuteMs
      await expect(run()).rejects.toThrow('house_account')
      expect(await mayPayOut()).toBe(true)
      clock.ms += 2 * minuteMs
      expect(await mayPayOut()).toBe(false)
    }))

  it('checks new entries while an older transaction stays open, and the entry of that transaction later', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      await core.submit(deposit(newId(), 100))
      const slow = await hand.connect()
      await slow.query('BEGIN')
      await slow.query(
        `INSERT INTO entry SELECT (jsonb_populate_record(entry, jsonb_build_object('sequence', 2, 'reference', gen_random_uuid(),
           'balance_after_paise', 200, 'transaction_id', pg_current_xact_id()::text))).* FROM entry`,
      )
      await slow.query('UPDATE account SET balance_paise = 200, sequence = 2')
      await slow.query('UPDATE house_account SET outside_paise = -100 WHERE shard = 5')
      for (let entry = 0; entry < 4; entry += 1) await core.submit(deposit(newId(), 100))
      await run()
      expect(found(await state())).toEqual(['clean'])
      await slow.query('COMMIT')
      slow.release()
      await run()
      expect(found(await state())).toEqual(['clean'])
      const { rows } = await hand.query(
        'SELECT sum(entries)::int AS entries, max(entries)::int AS most FROM proven_account',
      )
      expect(rows).toEqual([{ entries: 6, most: 2 }])
    }))

  it('ends at once when it is told to stop, and its statement with it', () =>
    watched(async ({ core, owner: hand, run, state }) => {
      await core.submit(deposit(newId(), 100))
      await run()
      const lock = await hand.connect()
      await lock.query('BEGIN')
      await lock.query('LOCK TABLE reconciliation')
      const stopping = new AbortController()
      const running = run(stopping.signal)
      await eventually('the run hangs', () => isWaiting(hand, 'reread_after'))
      stopping.abort()
      await running
      await eventually('its statement has ended', async () => !(await isWaiting(hand, 'reread_after')))
      await lock.query('ROLLBACK')
      lock.release()
      expect(found(await state())).toEqual(['clean'])
    }))
})

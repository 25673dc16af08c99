import { expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import { testLogger } from '@kismet/test-env/test-bus'
import { readKeptFrom } from '../src/db/read-entries.ts'
import { reconcileNewest } from '../src/reconcile/schedule.ts'
import { breaksOf, deposit, inOwnLedger, newId, openCore, openPool, play, reconcileAll, reserve } from './fixture.ts'
import type { OwnLedger } from './fixture.ts'

const dayMs = 86_400_000
const twoHoursMs = 7_200_000

interface Years extends OwnLedger {
  /** Books from now on at this time. */
  readonly at: (ms: number) => void
  readonly reconcile: () => Promise<void>
  readonly db: Queryable
}

/** The first day of the month that is so many months ago. */
function monthAgo(months: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
}
const old = monthAgo(3)
const nameOf = (month: Date) => `entry_${month.toISOString().slice(0, 7).replace('-', '_')}`

/** A ledger whose clock the test moves, with a table for the month `old`. */
function overMonths(work: (years: Years) => Promise<void>): Promise<void> {
  const clock = { ms: systemClock.now(), now: () => clock.ms }
  return inOwnLedger(
    async (ledger) => {
      const db = openPool(ledger.url)
      const config = { DATABASE_URL: ledger.url, RECONCILE_EVERY_MS: 60_000, PAY_OUT_MAX_UNKNOWN_MS: 60_000 }
      const ctx = { db, config: config as never, clock: systemClock, log: testLogger('wallet') }
      await db.query('SELECT provide_months($1)', [old])
      const reconcile = () => reconcileNewest(ctx, new AbortController().signal)
      try {
        await work({ ...ledger, at: (ms) => (clock.ms = ms), reconcile, db })
      } finally {
        await db.end()
      }
    },
    { clock },
  )
}

it('an entry is in the table of its month, and a month without a table does not refuse it', () =>
  overMonths(async ({ core, owner, at }) => {
    for (const ms of [old.getTime() + dayMs, Date.now(), Date.UTC(2001, 1, 1)]) {
      at(ms)
      expect(await core.submit(deposit(newId(), 100))).toMatchObject({ ok: true })
    }
    const { rows } = await owner.query<{ name: string }>(
      'SELECT tableoid::regclass::text AS name FROM entry ORDER BY 1',
    )
    expect(rows.map(({ name }) => name)).toEqual([nameOf(old), nameOf(monthAgo(0)), 'entry_other'])
  }))

it('a key that is repeated in another month is booked once', () =>
  overMonths(async ({ core, owner, at }) => {
    const [player, reference] = [newId(), newId()]
    at(old.getTime())
    const first = await core.submit(deposit(player, 100, reference))
    at(Date.now())
    expect(await core.submit(deposit(player, 100, reference))).toEqual({ ...first, replayed: true })
    expect((await owner.query('SELECT FROM entry')).rowCount).toBe(1)
  }))

it('a closed month is archived, and the ledger stays clean without its entries', () =>
  overMonths(async ({ core, owner, at, reconcile, url, db }) => {
    const [player, bet, paid] = [newId(), newId(), newId()]
    at(old.getTime())
    await core.submit(deposit(player, 10_000, paid))
    await core.submit(reserve(player, 300, bet))
    at(Date.now() - twoHoursMs)
    await core.submit(play(player, 50))
    at(Date.now())
    await reconcile()
    const archive = () => owner.query('SELECT archive_month($1) AS name', [old])
    await expect(archive()).rejects.toThrow('open bets')

    await core.submit({ kind: 'settle', playerId: player, reference: bet, stakePaise: 300, payoutPaise: 600 })
    await reconcile()
    expect(await readKeptFrom(db)).toBeNull()
    expect((await archive()).rows).toEqual([{ name: nameOf(old) }])
    expect(await readKeptFrom(db)).toBe(monthAgo(2).toISOString())
    expect((await owner.query('SELECT FROM entry')).rowCount).toBe(2)
    expect((await owner.query(`SELECT FROM ${nameOf(old)}`)).rowCount).toBe(2)

    expect(await core.submit(play(player, 50))).toMatchObject({ ok: true, balancePaise: 10_200 })
    const next = await openCore(url)
    const oneBatch = [next.submit(deposit(player, 10_000, paid)), next.submit(deposit(newId(), 100))]
    expect(await Promise.all(oneBatch)).toMatchObject([{ ok: false, code: 'unavailable' }, { ok: true }])
    await next.close()
    await reconcile()
    expect(breaksOf(await reconcileAll(owner))).toEqual([])
    expect((await owner.query('SELECT breaks, failed FROM reconciliation')).rows).toEqual([
      { breaks: 0, failed: false },
    ])
  }))

it('a month stays while a reader may have its cursor there', () =>
  overMonths(async ({ core, owner, at, reconcile }) => {
    const archive = () => owner.query('SELECT archive_month($1) AS name', [old])
    at(old.getTime())
    await core.submit(deposit(newId(), 100))
    await reconcile()
    await expect(archive()).rejects.toThrow('readers')

    at(Date.now())
    await core.submit(deposit(newId(), 100))
    await reconcile()
    await expect(archive()).rejects.toThrow('readers')

    at(Date.now() - twoHoursMs)
    await core.submit(deposit(newId(), 100))
    await reconcile()
    expect((await archive()).rows).toEqual([{ name: nameOf(old) }])
  }))

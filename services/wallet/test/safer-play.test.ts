import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  closeWallet,
  excludeSelf,
  getLimits,
  paise,
  playBet,
  readDepositRules,
  reserveBet,
  setLimit,
  settleBet,
  takeTimeOut,
} from '@kismet/contracts'
import type { Input, OperationShape, Output, SaferPlay } from '@kismet/contracts'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { hasAsked } from '../src/db/protection-changes.ts'
import { depositRules, exclude, takeDueChanges } from '../src/safer-play.ts'
import { eventually } from '@kismet/test-env/eventually'
import { newId } from './fixture.ts'
import { WalletOnBus } from './wallet-on-bus.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const most = 50

let world: WalletOnBus
let player: TestPlayer
beforeAll(async () => {
  world = await WalletOnBus.open()
})
afterAll(() => world.close())
beforeEach(() => {
  player = world.tokens.player()
})

const ask = <O extends OperationShape>(operation: O, input: Input<O>): Promise<Output<O>> =>
  world.call('gateway', operation, input, player.token)
const setTo = (type: 'deposit' | 'loss' | 'wager', period: 'day' | 'week' | 'month', rupees: number | null) =>
  ask(setLimit, { type, period, amount: rupees === null ? null : paise(rupees * 100) })
const ofLimit = ({ limits }: SaferPlay, type: string, period: string) =>
  limits.find((limit) => limit.type === type && limit.period === period)
const bet = (rupees: number) =>
  world.call('dice-slots', playBet, {
    betId: newId(),
    playerId: player.id,
    game: 'Dice',
    stakePaise: paise(rupees * 100),
    payoutPaise: paise(0),
  })
const changes = async () => {
  const { rows } = await world.wallet.context.db.query<{ state: string }>(
    'SELECT state FROM protection_change WHERE player_id = $1 ORDER BY change_no',
    [player.id],
  )
  return rows.map(({ state }) => state)
}
/** The loop of the leader, with a clock that has gone on. */
const takeDue = (laterMs: number) =>
  takeDueChanges({ ...world.wallet.context, clock: { now: () => Date.now() + laterMs } })

describe('limits', () => {
  it('are nine, none of them set at first, with what today, the week and the month hold', async () => {
    await world.credit(player.id, 1_000)
    await bet(150)
    const own = await ask(getLimits, {})
    expect(own.limits).toHaveLength(9)
    expect(own).toMatchObject({ timeOutUntil: null, excludedUntil: null })
    expect(ofLimit(own, 'wager', 'week')).toEqual({ type: 'wager', period: 'week', amount: null, used: 15_000 })
    expect(ofLimit(own, 'loss', 'month')).toEqual({ type: 'loss', period: 'month', amount: null, used: 15_000 })
    expect(ofLimit(own, 'deposit', 'day')).toEqual({ type: 'deposit', period: 'day', amount: null })
  })

  it('hold from the next bet on, for a player whom the wallet remembers too', async () => {
    await world.credit(player.id, 1_000)
    await bet(150)
    const own = await setTo('loss', 'day', 200)
    expect(ofLimit(own, 'loss', 'day')).toMatchObject({ amount: 20_000, used: 15_000 })
    await expect(bet(51)).rejects.toMatchObject({
      code: 'limit_reached',
      message: 'Your daily loss limit is ₹200. You have ₹50 left of it. See your limits under Safer play.',
      params: { type: 'loss', period: 'day', limit: 200, left: 50 },
    })
    await expect(bet(50)).resolves.toMatchObject({ balancePaise: 80_000 })
  })

  it('can be set before the first deposit', async () => {
    await setTo('wager', 'day', 100)
    await world.credit(player.id, 1_000)
    await expect(bet(101)).rejects.toMatchObject({ code: 'limit_reached' })
  })

  it.each([
    ['a lower one', 50, 50, undefined],
    ['the same', 100, 100, undefined],
    ['a higher one', 200, 100, 200],
    ['none', null, 100, null],
  ] as const)('%s: what holds and what waits', async (_what, asked, holds, waits) => {
    await setTo('wager', 'month', 100)
    const limit = ofLimit(await setTo('wager', 'month', asked), 'wager', 'month')
    expect(limit?.amount).toBe(holds * 100)
    if (waits === undefined) expect(limit).not.toHaveProperty('pending')
    else expect(limit?.pending?.amount).toBe(waits === null ? null : waits * 100)
  })

  it('rise after 24 hours, not before, and once', async () => {
    await world.credit(player.id, 1_000)
    await setTo('wager', 'day', 100)
    const { pending } = ofLimit(await setTo('wager', 'day', 500), 'wager', 'day') ?? {}
    expect(Date.parse(pending?.at ?? '')).toBeGreaterThan(Date.now() + dayMs - 60_000)
    await takeDue(dayMs - 60_000)
    await expect(bet(101)).rejects.toMatchObject({ code: 'limit_reached' })
    await takeDue(dayMs + 1)
    await expect(bet(101)).resolves.toMatchObject({ balancePaise: 89_900 })
    await takeDue(dayMs + 1)
    expect(await changes()).toEqual(['taken', 'taken'])
  })

  it('rise for everybody else though nobody can read what somebody has written into the table for others', async () => {
    await setTo('wager', 'day', 100)
    await setTo('wager', 'day', 500)
    const { db } = world.wallet.context
    await db.query(
      `INSERT INTO protection_change (player_id, rule, period, amount_paise, asked_at, effective_at, state)
       SELECT lpad(n::text, 32, '0')::uuid, 'wager', 'day', 9223372036854775807, now() - interval '1 hour', now() + interval '1 hour', 'waiting' FROM generate_series(1, 500) AS n`,
    )
    await takeDue(dayMs + 1)
    expect(await changes()).toEqual(['taken', 'taken'])
    await db.query(`UPDATE protection_change SET state = 'dropped' WHERE amount_paise = 9223372036854775807`)
  })

  it('that wait are replaced by what is asked for next, and taken back by what holds', async () => {
    await setTo('deposit', 'week', 1_000)
    await setTo('deposit', 'week', 5_000)
    expect(ofLimit(await setTo('deposit', 'week', 3_000), 'deposit', 'week')?.pending?.amount).toBe(300_000)
    expect(ofLimit(await setTo('deposit', 'week', 1_000), 'deposit', 'week')).not.toHaveProperty('pending')
    expect(await changes()).toEqual(['taken', 'dropped', 'dropped'])
    await takeDue(2 * dayMs)
    expect(ofLimit(await ask(getLimits, {}), 'deposit', 'week')?.amount).toBe(100_000)
  })

  it('asked for at the same time end as some order of them', async () => {
    await setTo('loss', 'week', 1_000)
    await Promise.all([2_000, 3_000, 4_000, 500].map((rupees) => setTo('loss', 'week', rupees)))
    const limit = ofLimit(await ask(getLimits, {}), 'loss', 'week')
    expect(limit?.amount).toBe(50_000)
    expect((await changes()).filter((state) => state === 'waiting').length).toBe(limit?.pending === undefined ? 0 : 1)
  })

  it('that are due hold for whoever asks, before the loop has written them', async () => {
    await setTo('deposit', 'day', 100)
    await setTo('deposit', 'day', 900)
    const due = { ...world.wallet.context, clock: { now: () => Date.now() + dayMs + hourMs } }
    expect((await depositRules(due, player.id)).limitsPaise).toEqual({ day: 90_000, week: null, month: null })
    const asked = await world.call('payments', readDepositRules, { playerId: player.id })
    expect(asked).toEqual({
      limitsPaise: { day: 10_000, week: null, month: null },
      excludedUntilMs: null,
      isSuspended: false,
    })
  })

  it(`can be changed ${most} times a day`, async () => {
    for (let rupees = most; rupees > 0; rupees -= 1) await setTo('loss', 'day', rupees)
    await expect(setTo('loss', 'day', 0)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(ofLimit(await ask(getLimits, {}), 'loss', 'day')?.amount).toBe(100)
  })

  it.each([{ amount: paise(-1) }, { amount: paise(10_00_00_001_00) }, { type: 'stake' }, { period: 'year' }])(
    'are refused when they are none: %p',
    async (part) => {
      const input = { type: 'loss', period: 'day', amount: paise(100), ...part } as Input<typeof setLimit>
      await expect(ask(setLimit, input)).rejects.toBeDefined()
      expect(await changes()).toEqual([])
    },
  )
})

describe('changes of one player', () => {
  it('hold no connection while they wait for each other: others read', async () => {
    const { db } = world.wallet.context
    const before = await db.connect()
    try {
      await before.query(`BEGIN; INSERT INTO turn (name) VALUES ('protection ${player.id}')`)
      const asked = Array.from({ length: 5 }, (_, rupees) => setTo('loss', 'day', 100 - rupees))
      const waits = 'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))'
      await eventually('one waits', async () => (await before.query(waits)).rowCount === 1)
      const another = world.tokens.player()
      expect((await world.call('gateway', getLimits, {}, another.token)).limits).toHaveLength(9)
      expect((await before.query(waits)).rowCount).toBeLessThanOrEqual(1)
      await before.query('ROLLBACK')
      await Promise.all(asked)
    } finally {
      before.release()
    }
    expect(ofLimit(await ask(getLimits, {}), 'loss', 'day')?.amount).toBe(9_600)
  })

  it('are counted of the last day', async () => {
    const { db } = world.wallet.context
    await db.query(
      `INSERT INTO protection_change (player_id, rule, ends_at, asked_at, effective_at, state)
       SELECT $1, 'exclusion', now(), at, at, 'taken' FROM (SELECT now() - n * interval '1 hour' AS at FROM generate_series(1, 5000) AS n) AS asked`,
      [player.id],
    )
    expect(await hasAsked(db, player.id, Date.now() - dayMs, 23)).toBe(true)
    expect(await hasAsked(db, player.id, Date.now() - dayMs, 24)).toBe(false)
  })
})

describe('a player whose account row is locked', () => {
  it('does not keep other players from excluding themselves', async () => {
    const { db } = world.wallet.context
    const locked = Array.from({ length: 3 }, () => world.tokens.player())
    for (const { id } of locked) await world.credit(id, 100)
    const holder = await db.connect()
    try {
      await holder.query('BEGIN')
      const ids = locked.map(({ id }) => id)
      await holder.query('SELECT FROM account WHERE player_id = ANY ($1) FOR UPDATE', [ids])
      const waiting = locked.map(({ token }) => world.call('gateway', excludeSelf, { days: 180 }, token))
      const waits = 'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))'
      await eventually('one waits', async () => ((await holder.query(waits)).rowCount ?? 0) > 0)
      const before = performance.now()
      await ask(excludeSelf, { days: 180 })
      expect(performance.now() - before).toBeLessThan(2_000)
      await holder.query('ROLLBACK')
      await Promise.all(waiting)
    } finally {
      holder.release()
    }
  })
})

describe('a break', () => {
  it('refuses bets, not deposits, and can be made longer, never shorter', async () => {
    await world.credit(player.id, 1_000)
    const { timeOutUntil } = await ask(takeTimeOut, { hours: 48 })
    expect(Date.parse(timeOutUntil ?? '')).toBeGreaterThan(Date.now() + 47 * hourMs)
    await expect(bet(100)).rejects.toMatchObject({ code: 'time_out' })
    expect((await ask(takeTimeOut, { hours: 24 })).timeOutUntil).toBe(timeOutUntil)
    expect((await world.call('payments', readDepositRules, { playerId: player.id })).excludedUntilMs).toBeNull()
  })
})

describe('a self-exclusion', () => {
  it('refuses bets and deposits, is made longer only, and goes before a break', async () => {
    await world.credit(player.id, 1_000)
    await ask(takeTimeOut, { hours: 24 })
    const { excludedUntil } = await ask(excludeSelf, { days: 365 })
    await expect(bet(100)).rejects.toMatchObject({ code: 'self_excluded' })
    expect((await ask(excludeSelf, { days: 180 })).excludedUntil).toBe(excludedUntil)
    const { excludedUntilMs } = await world.call('payments', readDepositRules, { playerId: player.id })
    expect(excludedUntilMs).toBe(Date.parse(excludedUntil ?? ''))
  })

  it('is taken from a player who has changed everything else too often', async () => {
    for (let rupees = most; rupees > 0; rupees -= 1) await setTo('loss', 'day', rupees)
    await expect(ask(excludeSelf, { days: 180 })).resolves.toMatchObject({ excludedUntil: expect.any(String) })
  })

  it('that is asked for an hour later ends an hour later', async () => {
    const { excludedUntil } = await ask(excludeSelf, { days: 180 })
    await exclude({ ...world.wallet.context, clock: { now: () => Date.now() + hourMs } }, player.id, 180)
    const later = Date.parse((await ask(getLimits, {})).excludedUntil ?? '')
    expect(later).toBeGreaterThanOrEqual(Date.parse(excludedUntil ?? '') + hourMs)
    expect(await changes()).toEqual(['taken', 'taken'])
    await ask(excludeSelf, { days: 180 })
    expect(await changes()).toEqual(['taken', 'taken'])
  })
})

describe('the account of a player who leaves', () => {
  const close = () => world.call('auth', closeWallet, { playerId: player.id })

  it('is not closed while there is money or an open bet, and stays as it was', async () => {
    const lost = { betId: newId(), playerId: player.id }
    await world.credit(player.id, 100)
    await expect(close()).rejects.toMatchObject({ code: 'account_not_empty', params: { holds: 'balance' } })
    await world.call('mines', reserveBet, { ...lost, game: 'Mines', stakePaise: paise(10_000) })
    await expect(close()).rejects.toMatchObject({ code: 'account_not_empty', params: { holds: 'open_bets' } })
    expect(await ask(getLimits, {})).toMatchObject({ excludedUntil: null })
    expect(await changes()).toEqual([])
    await world.call('mines', settleBet, { ...lost, stakePaise: paise(10_000), payoutPaise: paise(0) })
    await expect(close()).rejects.toMatchObject({ params: { holds: 'balance' } })
    // The bonus of the first deposit.
    await bet(10)
    await close()
  })

  it('is not closed over what is being booked at that moment', async () => {
    await ask(excludeSelf, { days: 180 })
    const { db } = world.wallet.context
    const hold = (paise: number) =>
      `UPDATE account SET balance_paise = ${paise}, version = version + 1 WHERE player_id = $1`
    const booking = await db.connect()
    try {
      await booking.query('BEGIN')
      await booking.query(hold(100), [player.id])
      const { rows } = await booking.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const closing = close().catch((error: unknown) => error)
      const waits = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))'
      await eventually('it waits', async () => (await db.query(waits, [rows[0]?.pid])).rowCount === 1)
      await booking.query('COMMIT')
      expect(await closing).toMatchObject({ code: 'account_not_empty', params: { holds: 'balance' } })
    } finally {
      booking.release()
      await db.query(hold(0), [player.id])
    }
  })

  it('takes no bet and no deposit any more, also of a player whom the wallet has not seen, however often it is asked for', async () => {
    await close()
    await close()
    expect(await changes()).toEqual(['taken'])
    await expect(bet(1)).rejects.toMatchObject({ code: 'self_excluded' })
    const { excludedUntilMs } = await world.call('payments', readDepositRules, { playerId: player.id })
    expect(excludedUntilMs).toBeGreaterThan(Date.now() + 1_000 * 365 * dayMs)
  })
})

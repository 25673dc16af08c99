import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Pool } from '@kismet/service-kit/database'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { NotDurable } from '../src/core/session.ts'
import type { WalletCore } from '../src/core/wallet-core.ts'
import { saveProtection } from '../src/db/protection.ts'
import { requireGrowingTransactionIds } from '../src/db/transaction-ids.ts'
import type { MoneyCommand, Outcome } from '../src/domain/command.ts'
import { noProtection } from '../src/domain/protection.ts'
import { breaksOf, deposit, newId, openCore, openPool, play, reconcileAll, reserve } from './fixture.ts'

let database: TestDatabase
let pool: Pool
let core: WalletCore

beforeAll(async () => {
  database = await createTestDatabase(['wallet'])
  pool = openPool(database.urlOf('wallet'))
  core = await openCore(database.urlOf('wallet'))
})

afterAll(async () => {
  await core.close()
  await pool.end()
  await database.drop()
})

const submitAll = (commands: readonly MoneyCommand[]): Promise<Outcome[]> =>
  Promise.all(commands.map((command) => core.submit(command)))
const count = (outcomes: readonly Outcome[], code: string): number =>
  outcomes.filter((outcome) => (outcome.ok ? 'ok' : outcome.code) === code).length

async function entriesOf(
  playerId: string,
): Promise<{ kind: string; balance_after_paise: number; note: string | null }[]> {
  const { rows } = await pool.query<{ kind: string; balance_after_paise: number; note: string | null }>(
    'SELECT kind, balance_after_paise, note FROM entry JOIN account USING (account_no) WHERE player_id = $1 ORDER BY entry.sequence',
    [playerId],
  )
  return rows
}

async function expectClean(): Promise<void> {
  expect(breaksOf(await reconcileAll(pool))).toEqual([])
}

describe('booking', () => {
  it('accepts one of 100 bets in parallel when there is money for one', async () => {
    const player = newId()
    await core.submit(deposit(player, 100))
    const outcomes = await submitAll(Array.from({ length: 100 }, () => play(player, 100, 0)))
    expect(count(outcomes, 'ok')).toBe(1)
    expect(count(outcomes, 'insufficient_balance')).toBe(99)
    await expectClean()
  })

  it('books the same key once when it comes 50 times, and answers each alike', async () => {
    const player = newId()
    await core.submit(deposit(player, 1000))
    const bet = play(player, 10, 5)
    const outcomes = [...(await submitAll(Array.from({ length: 50 }, () => bet))), await core.submit(bet)]
    expect(outcomes.map((outcome) => outcome.ok && outcome.balancePaise)).toEqual(Array(51).fill(995))
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.replayed)).toHaveLength(1)
    expect(await entriesOf(player)).toHaveLength(2)
  })

  it('refuses the same key with another input, in flight and afterwards', async () => {
    const player = newId()
    await core.submit(deposit(player, 1000))
    const reference = newId()
    const outcomes = await submitAll([play(player, 10, 0, reference), play(player, 11, 0, reference)])
    expect(outcomes).toMatchObject([{ ok: true }, { code: 'idempotency_conflict' }])
    expect(await core.submit(play(player, 11, 0, reference))).toEqual({ ok: false, code: 'idempotency_conflict' })
  })

  it('takes ids in upper case for what they are', async () => {
    const player = newId()
    const reference = newId()
    await core.submit(deposit(player.toUpperCase(), 100, reference.toUpperCase()))
    expect(await core.submit(deposit(player, 100, reference))).toMatchObject({
      ok: true,
      replayed: true,
      balancePaise: 100,
    })
  })

  it('keeps a refused command open: it is not used up', async () => {
    const player = newId()
    const bet = play(player, 100)
    expect(await core.submit(bet)).toMatchObject({ code: 'insufficient_balance' })
    await core.submit(deposit(player, 100))
    expect(await core.submit(bet)).toMatchObject({ ok: true, replayed: false })
  })

  it('fails a command that the database does not take alone, not its neighbours', async () => {
    const player = newId()
    await core.submit(deposit(player, 1000))
    const poison: MoneyCommand = {
      kind: 'void',
      playerId: newId(),
      reference: newId(),
      reason: 'a text with a \u0000 in it',
    }
    const neighbours = Array.from({ length: 40 }, () => play(player, 1))
    const outcomes = await submitAll([...neighbours.slice(0, 17), poison, ...neighbours.slice(17)])
    expect(count(outcomes, 'internal')).toBe(1)
    expect(count(outcomes, 'ok')).toBe(40)
    await expectClean()
  })

  it('keeps the reason of a void, whatever is in it', async () => {
    const player = newId()
    const reason = String.raw`a "quoted" \ {reason}, NULL`
    await core.submit({ kind: 'void', playerId: player, reference: newId(), reason })
    expect(await entriesOf(player)).toMatchObject([{ kind: 'void', balance_after_paise: 0, note: reason }])
  })

  it('refuses what does not fit into the queue, and books the rest', async () => {
    const small = await openCore(database.urlOf('wallet'), { maxQueued: 10 })
    const player = newId()
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => small.submit(deposit(player, 1))))
    expect(count(outcomes, 'ok')).toBe(10)
    expect(count(outcomes, 'unavailable')).toBe(15)
    await small.close()
  })

  it('answers what it has taken before it closes, and takes nothing afterwards', async () => {
    const other = await openCore(database.urlOf('wallet'))
    const player = newId()
    const taken = other.submit(deposit(player, 5))
    await other.close()
    expect(await taken).toMatchObject({ ok: true, balancePaise: 5 })
    expect(await other.submit(deposit(player, 5))).toEqual({ ok: false, code: 'unavailable' })
  })
})

describe('safer play', () => {
  it('counts each accepted bet before the next is decided', async () => {
    const player = newId()
    await core.submit(deposit(player, 100_000))
    await saveProtection(pool, player, { ...noProtection, wagerPaise: { day: 1000, week: null, month: null } })
    const outcomes = await submitAll(Array.from({ length: 30 }, () => play(player, 100, 100)))
    expect(count(outcomes, 'ok')).toBe(10)
    expect(count(outcomes, 'limit_reached')).toBe(20)
  })

  it('sees a limit that is set while bets are on their way', async () => {
    const player = newId()
    await core.submit(deposit(player, 100_000))
    const before = submitAll(Array.from({ length: 20 }, () => play(player, 1, 1)))
    const set = saveProtection(pool, player, { ...noProtection, excludedUntilMs: Date.now() + 60_000 })
    await Promise.all([before, set])
    expect(await core.submit(play(player, 1, 1))).toEqual({ ok: false, code: 'self_excluded' })
    expect(await core.submit({ kind: 'hold', playerId: player, reference: newId(), amountPaise: 10 })).toMatchObject({
      ok: true,
    })
  })
})

describe('several replicas', () => {
  it('book on the same accounts without losing or doubling anything', async () => {
    const players = Array.from({ length: 5 }, newId)
    const replicas = [
      core,
      await openCore(database.urlOf('wallet'), { lanes: 2 }),
      await openCore(database.urlOf('wallet')),
    ]
    await submitAll(players.map((player) => deposit(player, 20_000)))
    const bets = Array.from({ length: 600 }, (_, index) => {
      const player = players[index % players.length] ?? ''
      return index % 3 === 0 ? play(player, 100, 99) : reserve(player, 7)
    })
    // Each bet goes to two replicas at once, as a caller does that repeats a call whose answer was lost.
    const replica = (index: number) => replicas[index % replicas.length] ?? core
    const outcomes = await Promise.all(
      bets.flatMap((bet, index) => [replica(index).submit(bet), replica(index + 1).submit(bet)]),
    )
    expect(count(outcomes, 'ok')).toBe(bets.length * 2)
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.replayed)).toHaveLength(bets.length)
    await expectClean()
    await Promise.all(replicas.slice(1).map((replica) => replica.close()))
  })

  it('let one of two players have a reference that both name', async () => {
    const other = await openCore(database.urlOf('wallet'))
    for (let round = 0; round < 20; round += 1) {
      const reference = newId()
      const outcomes = await Promise.all([
        core.submit(deposit(newId(), 10, reference)),
        other.submit(deposit(newId(), 10, reference)),
      ])
      expect([count(outcomes, 'ok'), count(outcomes, 'idempotency_conflict')]).toEqual([1, 1])
    }
    await other.close()
    await expectClean()
  })

  it('refuse a bet that another one has voided before it came, however much they remember', async () => {
    const other = await openCore(database.urlOf('wallet'))
    const player = newId()
    const reference = newId()
    await core.submit(deposit(player, 100_000))
    await other.submit({ kind: 'void', playerId: player, reference, reason: 'the round was void' })
    // So many that it trusts what it remembers again.
    for (let bet = 0; bet < 70; bet += 1) expect(await core.submit(play(player, 1))).toMatchObject({ ok: true })
    expect(await core.submit(reserve(player, 1, reference))).toEqual({ ok: false, code: 'bet_voided' })
    await other.close()
  })

  it('refuse nothing that another one has made possible', async () => {
    const other = await openCore(database.urlOf('wallet'))
    const player = newId()
    await core.submit(deposit(player, 100))
    await core.submit(play(player, 100))
    await other.submit(deposit(player, 50))
    expect(await core.submit(play(player, 50))).toMatchObject({ ok: true, balancePaise: 10 })
    await other.close()
  })

  it('accept one of 100 bets that come to all of them, when there is money for one', async () => {
    const replicas = [core, await openCore(database.urlOf('wallet')), await openCore(database.urlOf('wallet'))]
    const player = newId()
    await core.submit(deposit(player, 100))
    const outcomes = await Promise.all(
      Array.from({ length: 99 }, (_, index) => (replicas[index % 3] ?? core).submit(play(player, 100))),
    )
    expect([count(outcomes, 'ok'), count(outcomes, 'insufficient_balance')]).toEqual([1, 98])
    await Promise.all(replicas.slice(1).map((replica) => replica.close()))
  })
})

describe('a database that could lose what it confirms', () => {
  it('is refused at the start', async () => {
    const unsafe = await createTestDatabase(['wallet'])
    const owner = openPool(unsafe.ownerUrl)
    await owner.query(`ALTER DATABASE ${unsafe.name} SET synchronous_commit = off`)
    await owner.end()
    await expect(openCore(unsafe.urlOf('wallet'))).rejects.toThrow(NotDurable)
    await unsafe.drop()
  })
})

describe('a ledger that was moved by a dump', () => {
  it('is refused, because the cluster would give its transaction ids again', async () => {
    const moved = await createTestDatabase(['wallet'])
    const owner = openPool(moved.ownerUrl)
    await requireGrowingTransactionIds(owner)
    const other = await openCore(moved.urlOf('wallet'))
    await other.submit(deposit(newId(), 1))
    await other.close()
    await requireGrowingTransactionIds(owner)
    await owner.query(`UPDATE entry SET transaction_id = '1000000000000'`)
    await expect(requireGrowingTransactionIds(owner)).rejects.toThrow('comes from another PostgreSQL cluster')
    await owner.end()
    await moved.drop()
  })
})

describe('a ledger that is wrong', () => {
  it('stops all booking, whoever asks, until a person has looked', async () => {
    const broken = await createTestDatabase(['wallet'])
    const other = await openCore(broken.urlOf('wallet'), { lanes: 2 })
    const player = newId()
    const reference = newId()
    await other.submit(deposit(player, 1000))
    await other.submit(reserve(player, 400, reference))
    const owner = openPool(broken.ownerUrl)
    await owner.query('UPDATE account SET open_paise = 0, version = version + 1')
    const settled = other.submit({ kind: 'settle', playerId: player, reference, payoutPaise: 0 })
    expect(await settled).toEqual({ ok: false, code: 'unavailable' })
    expect(other.stopped?.message).toContain('negative open stakes')
    expect(await other.submit(deposit(newId(), 1))).toEqual({ ok: false, code: 'unavailable' })
    expect((await owner.query('SELECT 1 FROM entry')).rowCount).toBe(2)
    await Promise.all([other.close(), owner.end()])
    await broken.drop()
  })
})

describe('the database as the last guard', () => {
  it.each([
    ['UPDATE entry SET balance_side_paise = 0', 'permission denied'],
    ['DELETE FROM entry', 'permission denied'],
    ['TRUNCATE entry', 'permission denied'],
    ['DELETE FROM account', 'permission denied'],
    ['UPDATE account SET balance_paise = -1', 'account_not_negative'],
    [`INSERT INTO entry SELECT (e).* FROM (SELECT entry AS e FROM entry LIMIT 1) one`, 'duplicate key'],
  ])('refuses %s', async (sql, message) => {
    await expect(pool.query(sql)).rejects.toThrow(message)
  })
})

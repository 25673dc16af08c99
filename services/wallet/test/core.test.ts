import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { NotDurable } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { beginTerm } from '@kismet/test-env/test-term'
import type { WalletCore } from '../src/core/wallet-core.ts'
import { saveProtection } from '../src/db/account-columns.ts'
import { requireGrowingTransactionIds } from '../src/db/transaction-ids.ts'
import type { MoneyCommand, Outcome } from '../src/domain/command.ts'
import { noProtection } from '../src/domain/protection.ts'
import {
  breaksOf,
  deposit,
  inOwnLedger,
  isWaiting,
  newId,
  openCore,
  openPool,
  play,
  reconcileAll,
  reserve,
} from './fixture.ts'

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

const submitTo = (to: WalletCore, commands: readonly MoneyCommand[]): Promise<Outcome[]> =>
  Promise.all(commands.map((command) => to.submit(command)))
const submitAll = (commands: readonly MoneyCommand[]): Promise<Outcome[]> => submitTo(core, commands)
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
    expect(await core.submit(play(player, 11, 0, reference))).toMatchObject({ ok: false, code: 'idempotency_conflict' })
  })

  it('accepts ids in upper case', async () => {
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

  it('fails a command that cannot be encoded alone, not its neighbours', async () => {
    const player = newId()
    await core.submit(deposit(player, 100))
    const broken: MoneyCommand = { kind: 'void', playerId: newId(), reference: newId(), reason: 5 as never }
    expect(await submitAll([play(player, 10), broken, play(player, 10)])).toMatchObject([
      { ok: true },
      { code: 'internal' },
      { ok: true },
    ])
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

  it('refuses commands beyond the limit of the queue, and books the others', () =>
    inOwnLedger(
      async ({ core: small }) => {
        const player = newId()
        const outcomes = await submitTo(
          small,
          Array.from({ length: 25 }, () => deposit(player, 1)),
        )
        expect(count(outcomes, 'ok')).toBe(10)
        expect(count(outcomes, 'unavailable')).toBe(15)
      },
      { maxQueued: 10 },
    ))

  it('answers its queued commands before it closes, and refuses later commands', () =>
    inOwnLedger(async ({ core: other }) => {
      const player = newId()
      const taken = other.submit(deposit(player, 5))
      await other.close()
      expect(await taken).toMatchObject({ ok: true, balancePaise: 5 })
      expect(await other.submit(deposit(player, 5))).toEqual({ ok: false, code: 'unavailable' })
    }))
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

describe('a new leader', () => {
  it('continues from the entries of the previous leader, which can book no more', () =>
    inOwnLedger(
      async ({ url, core: first }) => {
        const player = newId()
        const bet = play(player, 10)
        await first.submit(deposit(player, 1000))
        await first.submit(bet)
        const second = await openCore(url, { lanes: 1 })
        expect(await first.submit(play(player, 10))).toEqual({ ok: false, code: 'unavailable' })
        expect(await second.submit(bet)).toMatchObject({ ok: true, balancePaise: 990, replayed: true })
        expect(await second.submit(play(player, 10))).toMatchObject({ ok: true, balancePaise: 980 })
        expect(await first.submit(bet)).toEqual({ ok: false, code: 'unavailable' })
        await second.close()
      },
      { lanes: 3 },
    ))

  it('refuses a bet that was voided in an earlier term before it came', () =>
    inOwnLedger(async ({ url, core: first }) => {
      const player = newId()
      const reference = newId()
      await first.submit(deposit(player, 1000))
      await first.submit({ kind: 'void', playerId: player, reference, reason: 'the round was void' })
      const second = await openCore(url)
      expect(await second.submit(reserve(player, 1, reference))).toEqual({ ok: false, code: 'bet_voided' })
      await second.close()
    }))

  it('refuses new and waiting commands after the end of its term', () =>
    inOwnLedger(async ({ url }) => {
      const over = new AbortController()
      const ended = await openCore(url, { term: await beginTerm(url, 'wallet', over.signal) })
      const waiting = ended.submit(deposit(newId(), 1))
      over.abort()
      expect(await waiting).toEqual({ ok: false, code: 'unavailable' })
      expect(await ended.submit(deposit(newId(), 1))).toEqual({ ok: false, code: 'unavailable' })
      await ended.close()
    }))
})

describe('an account that somebody else has changed', () => {
  it('is read again before a refusal', () =>
    inOwnLedger(async ({ core: other, owner }) => {
      const player = newId()
      await other.submit(deposit(player, 100))
      await other.submit(play(player, 100))
      await owner.query('UPDATE account SET balance_paise = 50 WHERE player_id = $1', [player])
      expect(await other.submit(play(player, 50))).toMatchObject({ ok: true, balancePaise: 0 })
    }))

  it('has a new version, so that an earlier decision cannot commit, also for the first row of a player', () =>
    inOwnLedger(async ({ core: other, owner }) => {
      const player = newId()
      const excluding = await owner.connect()
      await excluding.query('BEGIN')
      await excluding.query('LOCK TABLE account IN SHARE MODE')
      // Both commands are decided before the player has a row. The exclusion commits before the row.
      const outcomes = submitTo(other, [deposit(player, 100), play(player, 10)])
      await eventually('the row of the player is being made', () => isWaiting(owner, 'INSERT INTO account'))
      await saveProtection(excluding, player, { ...noProtection, excludedUntilMs: Date.now() + 60_000 })
      await excluding.query('COMMIT')
      excluding.release()
      expect(await outcomes).toMatchObject([{ ok: true, balancePaise: 100 }, { code: 'self_excluded' }])
    }))
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
  it('is refused, because the cluster would give its transaction ids again', () =>
    inOwnLedger(async ({ core: other, owner }) => {
      await requireGrowingTransactionIds(owner)
      await other.submit(deposit(newId(), 1))
      await requireGrowingTransactionIds(owner)
      await owner.query(`UPDATE entry SET transaction_id = '1000000000000'`)
      await expect(requireGrowingTransactionIds(owner)).rejects.toThrow('comes from another PostgreSQL cluster')
    }))
})

describe('a ledger that is wrong', () => {
  it('stops all booking', () =>
    inOwnLedger(
      async ({ core: other, owner }) => {
        const player = newId()
        const reference = newId()
        await other.submit(deposit(player, 1000))
        await other.submit(reserve(player, 400, reference))
        await owner.query('UPDATE account SET open_paise = 0, version = version + 1')
        const settled = other.submit({ kind: 'settle', playerId: player, reference, stakePaise: 400, payoutPaise: 0 })
        expect(await settled).toEqual({ ok: false, code: 'unavailable' })
        expect(other.stopped?.message).toContain('negative open stakes')
        expect(await other.submit(deposit(newId(), 1))).toEqual({ ok: false, code: 'unavailable' })
        expect((await owner.query('SELECT 1 FROM entry')).rowCount).toBe(2)
      },
      { lanes: 2 },
    ))
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

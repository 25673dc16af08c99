import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { z } from 'zod'
import { reconcile, reconcileSnapshot, wholeLedger } from '../src/reconcile/reconcile.ts'
import type { Reconciliation } from '../src/reconcile/reconcile.ts'
import { breaksOf, deposit, newId, openCore, openPool, play, reconcileAll, reserve } from './fixture.ts'

const script = fileURLToPath(new URL('../src/bin/reconcile.ts', import.meta.url))
const run = promisify(execFile)
const ended = z.object({ code: z.int(), stdout: z.string() })

let database: TestDatabase
let owner: Pool
const player = newId()
const openBet = newId()
const settledBet = newId()

beforeAll(async () => {
  database = await createTestDatabase(['wallet'])
  owner = openPool(database.ownerUrl)
  const core = await openCore(database.urlOf('wallet'))
  await core.submit(deposit(player, 10_000))
  await core.submit(play(player, 6_000, 5_000))
  await core.submit(reserve(player, 300, settledBet))
  await core.submit({ kind: 'settle', playerId: player, reference: settledBet, stakePaise: 300, payoutPaise: 600 })
  await core.submit(reserve(player, 200, openBet))
  const paid = newId()
  await core.submit({ kind: 'hold', playerId: player, reference: paid, amountPaise: 1000 })
  await core.submit({ kind: 'pay-out', playerId: player, reference: paid, amountPaise: 1000 })
  await core.submit({ kind: 'hold', playerId: player, reference: newId(), amountPaise: 70 })
  await core.submit({ kind: 'void', playerId: newId(), reference: newId(), reason: 'came first' })
  await core.submit(play(player, 5_000))
  await core.close()
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** Runs `sql` without the constraints of the tables, reconciles, and rolls back. */
async function provenAfter(sql: string): Promise<Reconciliation> {
  const undo = new Error('undo')
  const found: Reconciliation[] = []
  await inTransaction(owner, async (client) => {
    await client.query(
      'ALTER TABLE entry DROP CONSTRAINT entry_sums_to_zero, DROP CONSTRAINT entry_not_negative, DROP CONSTRAINT entry_key, DROP CONSTRAINT entry_pkey',
    )
    await client.query('ALTER TABLE account DROP CONSTRAINT account_not_negative')
    await client.query('DROP INDEX entry_one_bonus')
    await client.query(sql)
    found.push(await reconcileSnapshot(client, wholeLedger))
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  const [proven] = found
  if (proven === undefined) throw new Error('Nothing was proven')
  return proven
}

const zero = 'each transaction sums to zero'
const balances = 'each balance equals its entries'
const chains = 'sequences have no gap and balances continue each other'
const ends = 'each account ends where its entries end'
const negative = 'no balance is negative'
const noneLeftNegative = 'no entry left a negative balance'
const once = 'no bet is settled twice, no withdrawal decided twice'
const bonus = 'each bonus is paid once and was earned'
const total = 'all accounts together sum to zero'
const house = "the house's accounts equal their entries"
const open = 'open stakes and held money are those that are not closed'

describe('the reconciliation', () => {
  it('finds nothing wrong in what the wallet has booked', async () => {
    const found = await reconcileAll(owner)
    expect(breaksOf(found)).toEqual([])
    const players = { playersTotal: 4_030, heldTotal: 70, openStakesTotal: 200 }
    const house = { houseTotal: 5_700, outsideTotal: -9_000, bonusTotal: -1_000 }
    expect(found.totals).toEqual({ ...players, ...house, entries: 11 })
  })

  it.each([
    [
      'an entry whose sides do not sum to zero',
      `UPDATE entry SET house_side_paise = house_side_paise + 1 WHERE reference = '${settledBet}' AND step = 'close'`,
      [zero, house],
    ],
    [
      'a balance that was changed',
      'UPDATE account SET balance_paise = balance_paise + 1 WHERE balance_paise > 0',
      [balances, ends, total],
    ],
    [
      'a balance below zero',
      'UPDATE account SET balance_paise = -1 WHERE balance_paise > 0',
      [balances, ends, negative, total],
    ],
    [
      'a net result that is no sum of bets',
      'UPDATE account SET net_paise = net_paise + 1 WHERE net_paise <> 0',
      [balances],
    ],
    ['held money that is gone', 'UPDATE account SET held_paise = 0 WHERE held_paise > 0', [balances, total, open]],
    [
      'an entry that is missing',
      `DELETE FROM entry WHERE reference = '${settledBet}' AND step = 'close'`,
      [balances, chains, house, open],
    ],
    [
      'the last entry missing',
      `DELETE FROM entry WHERE (account_no, sequence) = (SELECT account_no, max(sequence) FROM entry GROUP BY 1 ORDER BY 2 DESC LIMIT 1)`,
      [balances, ends],
    ],
    [
      'a place without an entry, whose balance nobody misses',
      `WITH moved AS (UPDATE entry SET sequence = sequence + 1 WHERE (account_no, sequence) = (SELECT account_no, max(sequence) FROM entry GROUP BY 1 ORDER BY 2 DESC LIMIT 1) RETURNING account_no)
       UPDATE account SET sequence = sequence + 1 FROM moved WHERE account.account_no = moved.account_no`,
      [chains],
    ],
    [
      'a balance after an entry that does not follow',
      `UPDATE entry SET balance_after_paise = balance_after_paise + 1 WHERE sequence = 2`,
      [chains],
    ],
    [
      'a bet that is settled twice',
      `INSERT INTO entry SELECT (jsonb_populate_record(entry, jsonb_build_object('sequence', 99))).* FROM entry WHERE reference = '${settledBet}' AND step = 'close'`,
      [once],
    ],
    [
      'a bet settled by another player',
      `UPDATE entry SET account_no = 999 WHERE reference = '${settledBet}' AND step = 'close'`,
      [once],
    ],
    [
      'a closed bet whose stake is still open',
      `UPDATE entry SET open_side_paise = 0, house_side_paise = house_side_paise - 300 WHERE reference = '${settledBet}' AND step = 'close'`,
      [once, balances],
    ],
    [
      'a decided withdrawal whose money is still held',
      `UPDATE entry SET held_side_paise = 0, outside_side_paise = 0 WHERE kind = 'pay-out'`,
      [once, balances],
    ],
    [
      'an entry that left a negative balance',
      `UPDATE entry SET balance_after_paise = -1 WHERE sequence = 2`,
      [noneLeftNegative],
    ],
    ['a settle without its bet', `DELETE FROM entry WHERE reference = '${settledBet}' AND step = 'open'`, [once]],
    [
      'a bonus that is paid twice',
      `INSERT INTO entry SELECT (jsonb_populate_record(entry, jsonb_build_object('sequence', 99, 'reference', '${newId()}'))).* FROM entry WHERE kind = 'bonus'`,
      [bonus],
    ],
    ['a bonus that was not earned', 'UPDATE account SET counted_paise = 4999 WHERE bonus_released', [bonus]],
    [
      "a house's account that was changed",
      'UPDATE house_account SET house_paise = house_paise + 1 WHERE shard = 0',
      [total, house],
    ],
    ['an account that is missing', `DELETE FROM account WHERE player_id = '${player}'`, [balances, ends, total]],
    ['an open stake that is gone', `DELETE FROM entry WHERE reference = '${openBet}'`, [balances, open]],
  ])('names %s', async (_what, sql, expected) => {
    const found = breaksOf(await provenAfter(sql))
    expect(found).toEqual(expect.arrayContaining(expected))
  })

  it('tells which breaks there are: each by a mark of its own, more than it names by one of all', async () => {
    const marksOf = async (count: number, paise: number) => {
      const { checks } = await provenAfter(
        `INSERT INTO entry SELECT (jsonb_populate_record(entry, jsonb_build_object('sequence', 100 + i, 'reference', gen_random_uuid(), 'house_side_paise', house_side_paise + ${paise}))).*
         FROM entry, generate_series(1, ${count}) AS i WHERE entry.reference = '${openBet}'`,
      )
      return checks.find(({ name }) => name === zero)?.marks ?? []
    }
    const [two, both, others] = [await marksOf(2, 1), await marksOf(2, 1), await marksOf(2, 2)]
    expect(new Set([...two, ...both, ...others]).size).toBe(4)
    const [many, again, more, other] = [
      await marksOf(21, 1),
      await marksOf(21, 1),
      await marksOf(22, 1),
      await marksOf(21, 2),
    ]
    expect([many.length, again]).toEqual([1, many])
    expect(new Set([...many, ...more, ...other]).size).toBe(3)
  })

  it('looks at the entries from one transaction on, and says how far it came', async () => {
    const client = await owner.connect()
    const first = await reconcile(client, { from: '0', maxEntries: 5, depth: 'accounts' })
    const second = await reconcile(client, { from: first.provenUntil, maxEntries: 1000, depth: 'accounts' })
    client.release()
    const looked = (of: typeof first) => of.checks.find(({ name }) => name === zero)?.checked
    expect([looked(first), looked(second)]).toEqual([5, 6])
    expect([breaksOf(first), breaksOf(second)]).toEqual([[], []])
  })
})

describe('./kismet reconcile', () => {
  const reconcileCommand = (url: string) =>
    run(process.execPath, [script], { env: { ...process.env, DATABASE_URL: url, NODE_OPTIONS: '' } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: unknown) => ended.parse(error),
    )

  it('ends with 0 when the ledger is clean', async () => {
    const { code, stdout } = await reconcileCommand(database.urlOf('wallet'))
    expect(stdout).toContain('the ledger is clean')
    expect(code).toBe(0)
  })

  it('ends with 1 and names each break', async () => {
    await owner.query('UPDATE account SET balance_paise = balance_paise + 1 WHERE player_id = $1', [player])
    const { code, stdout } = await reconcileCommand(database.urlOf('wallet'))
    await owner.query('UPDATE account SET balance_paise = balance_paise - 1 WHERE player_id = $1', [player])
    expect(code).toBe(1)
    expect(stdout).toContain(`FAIL ${balances}`)
    expect(stdout).toContain(player)
  })

  it('ends with 2 when it cannot read the ledger', async () => {
    expect((await reconcileCommand('postgres://nobody@127.0.0.1:1/none')).code).toBe(2)
  })
})

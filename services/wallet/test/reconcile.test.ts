import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { z } from 'zod'
import { reconcileSnapshot } from '../src/reconcile/reconcile.ts'
import type { Reconciliation } from '../src/reconcile/reconcile.ts'
import { breaksOf, deposit, newId, openCore, openPool, play, reconcileAll, reserve } from './fixture.ts'

const script = fileURLToPath(new URL('../src/bin/ledger.ts', import.meta.url))
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
      'ALTER TABLE entry DROP CONSTRAINT entry_sums_to_zero, DROP CONSTRAINT entry_not_negative, DROP CONSTRAINT entry_pkey',
    )
    await client.query('ALTER TABLE account DROP CONSTRAINT account_not_negative')
    await client.query('ALTER TABLE entry_key DROP CONSTRAINT entry_key_once')
    await client.query(sql)
    found.push(await reconcileSnapshot(client))
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  const [proven] = found
  if (proven === undefined) throw new Error('Nothing was proven')
  return proven
}

const zero = 'each entry sums to zero and leaves no negative balance'
const chains = 'sequences have no gap and balances continue each other'
const once = 'no bet is settled twice, no withdrawal decided twice'
const accounts = 'each account equals its entries'
const bonus = 'each bonus is paid once and was earned'
const total = 'all accounts together sum to zero'
const house = "the casino's accounts equal their entries"

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
      [accounts, total],
    ],
    ['a balance below zero', 'UPDATE account SET balance_paise = -1 WHERE balance_paise > 0', [accounts, total]],
    [
      'a net result that is no sum of bets',
      'UPDATE account SET net_paise = net_paise + 1 WHERE net_paise <> 0',
      [accounts],
    ],
    ['held money that is gone', 'UPDATE account SET held_paise = 0 WHERE held_paise > 0', [accounts, total]],
    [
      'an entry that is missing',
      `DELETE FROM entry WHERE reference = '${settledBet}' AND step = 'close'`,
      [accounts, chains, house],
    ],
    [
      'the last entry missing',
      `DELETE FROM entry WHERE (account_no, sequence) = (SELECT account_no, max(sequence) FROM entry GROUP BY 1 ORDER BY 2 DESC LIMIT 1)`,
      [accounts],
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
      `INSERT INTO entry SELECT (jsonb_populate_record(entry, jsonb_build_object('sequence', 99))).* FROM entry WHERE reference = '${settledBet}' AND step = 'close';
       INSERT INTO entry_key SELECT (jsonb_populate_record(entry_key, jsonb_build_object('sequence', 99))).* FROM entry_key WHERE reference = '${settledBet}' AND step = 'close'`,
      [once],
    ],
    [
      'a bet settled by another player',
      `UPDATE entry SET account_no = 999 WHERE reference = '${settledBet}' AND step = 'close';
       UPDATE entry_key SET account_no = 999 WHERE reference = '${settledBet}' AND step = 'close'`,
      [once],
    ],
    [
      'a closed bet whose stake is still open',
      `UPDATE entry SET open_side_paise = 0, house_side_paise = house_side_paise - 300 WHERE reference = '${settledBet}' AND step = 'close'`,
      [once, accounts],
    ],
    [
      'a decided withdrawal whose money is still held',
      `UPDATE entry SET held_side_paise = 0, outside_side_paise = 0 WHERE kind = 'pay-out'`,
      [once, accounts],
    ],
    ['an entry that left a negative balance', `UPDATE entry SET balance_after_paise = -1 WHERE sequence = 2`, [zero]],
    [
      'a settle without its bet',
      `DELETE FROM entry WHERE reference = '${settledBet}' AND step = 'open';
       DELETE FROM entry_key WHERE reference = '${settledBet}' AND step = 'open'`,
      [once],
    ],
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
    ['an account that is missing', `DELETE FROM account WHERE player_id = '${player}'`, [accounts, total]],
    [
      'an open stake that is not the stake of its bet',
      `UPDATE entry SET stake_paise = stake_paise + 1 WHERE reference = '${openBet}'`,
      [once],
    ],
    ['an open stake that is gone', `DELETE FROM entry WHERE reference = '${openBet}'`, [accounts]],
  ])('names %s', async (_what, sql, expected) => {
    const found = breaksOf(await provenAfter(sql))
    expect(found).toEqual(expect.arrayContaining(expected))
  })
})

describe('./kismet reconcile', () => {
  const reconcileCommand = (url: string) =>
    run(process.execPath, [script, 'reconcile'], { env: { ...process.env, DATABASE_URL: url, NODE_OPTIONS: '' } }).then(
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
    expect(stdout).toContain(`FAIL ${accounts}`)
    expect(stdout).toContain(player)
  })

  it('ends with 2 when it cannot read the ledger', async () => {
    expect((await reconcileCommand('postgres://nobody@127.0.0.1:1/none')).code).toBe(2)
  })
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import {
  getLedgerState,
  holdWithdrawal,
  paise,
  payOutWithdrawal,
  playBet,
  proveLedgerNow,
  releaseWithdrawal,
} from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import type { Pool } from '@kismet/service-kit/database'
import { auditFault } from '@kismet/test-env/test-audit'
import { eventually } from '@kismet/test-env/eventually'
import { newId, openPool } from './fixture.ts'
import { WalletOnBus } from './wallet-on-bus.ts'

const runsAlone = 3_600_000
const playerId = newId()
let world: WalletOnBus
/** Connects as the owner of the tables, who may change entries. */
let hand: Pool

beforeEach(async () => {
  world = await WalletOnBus.open(runsAlone)
  hand = openPool(world.database.ownerUrl)
  await eventually('the first run has ended', async () => (await state()).state === 'clean')
  await world.credit(playerId, 1_000)
}, 60_000)
afterEach(async () => {
  await hand.end()
  await world.close()
})

const state = () => world.call('gateway', getLedgerState, {}, world.tokens.admin('owner').token)

/** Reconciles the newest entries, and waits for that many breaks. The ledger is clean at 0. */
async function prove(breaks: number): Promise<void> {
  const { token } = world.tokens.admin('owner')
  // A run may be in progress. The second run that ends from now on has started after the change.
  const ends = new Set<unknown>()
  await eventually(`${breaks} breaks are found`, async () => {
    await world.call('gateway', proveLedgerNow, {}, token)
    const told = await state()
    ends.add(told.checkedAt)
    const found = told.checks.reduce((sum, check) => sum + check.breaks, 0)
    return ends.size > 2 && told.state === (breaks === 0 ? 'clean' : 'broken') && found === breaks
  })
}

/** Corrupts the sums of entries. @param by paise, for each entry from sequence 2 on */
const bend = (...by: number[]) =>
  hand.query(
    `UPDATE entry SET bonus_side_paise = bonus_side_paise + by FROM unnest($1::bigint[]) WITH ORDINALITY AS bent (by, i)
      WHERE sequence = i + 1`,
    [by],
  )

/** Holds an amount. @returns the input that pays the hold out or releases it */
async function hold(): Promise<Input<typeof payOutWithdrawal>> {
  const held = { withdrawalId: newId(), playerId, amountPaise: paise(10_000) }
  await world.call('payments', holdWithdrawal, held)
  return held
}

/** Runs the operator's command `allow-pay-outs`. */
function allow(...args: string[]): Promise<{ code: number; output: string }> {
  const file = fileURLToPath(new URL('../src/bin/ledger.ts', import.meta.url))
  const { DATABASE_URL, AUDIT_KEY } = world.env
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [file, 'allow-pay-outs', ...args],
      { env: { DATABASE_URL, AUDIT_KEY } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, output: out + err }),
    )
  })
}

it('pays nothing out while the ledger has more breaks than an operator has allowed', async () => {
  const [paid, waiting, later, returned] = [await hold(), await hold(), await hold(), await hold()]
  const bet = { betId: newId(), playerId, game: 'Dice' as const, stakePaise: paise(100), payoutPaise: paise(0) }
  await world.call('payments', payOutWithdrawal, paid)
  expect(await allow('why not')).toMatchObject({ code: 0, output: expect.stringContaining('Pay-outs are not stopped') })

  await prove(0)
  await hand.query('ALTER TABLE entry DROP CONSTRAINT entry_sums_to_zero')
  await bend(1)
  await prove(1)
  const refusal = { code: 'unavailable', message: expect.stringContaining('Pay-outs are stopped') }
  await expect(world.call('payments', payOutWithdrawal, waiting)).rejects.toMatchObject(refusal)
  expect(await world.call('payments', payOutWithdrawal, paid)).toMatchObject({ replayed: true })
  await world.call('dice-slots', playBet, bet)
  await world.call('payments', releaseWithdrawal, returned)

  expect(await allow('')).toMatchObject({ code: 2, output: expect.stringContaining('usage: ') })
  const reason = 'one rupee of a bonus, looked at'
  expect(await allow(reason)).toMatchObject({ code: 0, output: expect.stringContaining('1 breaks') })
  await prove(1)
  await world.call('payments', payOutWithdrawal, waiting)

  await bend(0, 1)
  await prove(2)
  await expect(world.call('payments', payOutWithdrawal, later)).rejects.toMatchObject(refusal)

  await bend(-1, -1)
  await prove(0)
  await world.call('payments', payOutWithdrawal, later)
  expect((await hand.query('SELECT allowed_breaks::int FROM reconciliation')).rows).toEqual([{ allowed_breaks: 0 }])
  const { rows } = await hand.query(
    `SELECT admin_name, detail->>'reason' AS reason FROM audit WHERE action = 'pay-outs.allow'`,
  )
  expect(rows).toEqual([{ admin_name: 'operator', reason }])
  expect(await auditFault(hand, 'wallet')).toBeNull()
}, 60_000)

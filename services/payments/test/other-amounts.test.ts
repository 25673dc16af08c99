import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminListDeposits,
  decideDeposit,
  exportBankRows,
  exportDeposits,
  listDeposits,
  requestHints,
  setApprovalSettings,
} from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import fc from 'fast-check'
import { BankDesk, pairsOf, rowsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())
afterEach(() => stage.owner.query(`UPDATE settings SET approvals = '{}', second_above_paise = NULL`))

const cashier = () => stage.tokens.admin('cashier')
const balanceOf = ({ id }: TestPlayer) => stage.wallet.balances.get(id) ?? 0
const send = (admin: TestAdmin, id: string, amount?: number) =>
  stage.call(decideDeposit, admin, { id, status: 'approved', ...(amount !== undefined && { amount }) })
/** The outcome of an approval: its reasons for a second admin, its code, or "approved". */
async function approve(admin: TestAdmin, id: string, amount?: number): Promise<string> {
  const { out, code } = await send(admin, id, amount)
  return code ?? out.secondAdminReasons?.join() ?? 'approved'
}
async function rule(rules: Partial<WireInput<typeof setApprovalSettings>>): Promise<void> {
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null, ...rules })
}
const detailsOf = async (id: string) =>
  (
    await stage.owner.query<{ action: string; detail: object }>(
      'SELECT action, detail FROM audit WHERE target = $1 ORDER BY sequence',
      [id],
    )
  ).rows.map(({ action, detail }) => ({ action, ...detail }))
const own = async (player: TestPlayer) => (await stage.call(listDeposits, player, {})).out?.deposits[0]

it('a row with another amount than was booked before is misbooked, and the file has the credited amount', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr, amountPaise: 10_000 })
  expect(await approve(cashier(), id, 90)).toBe('approved')
  const { _id } = await desk.keep(rowsOf([{ utr, amount: '100.00' }]))
  const { rows, tallies } = await desk.read(_id, 'misbooked')
  expect(rows).toMatchObject([{ amount: 100, request: { _id: id, amount: 90, askedAmount: 100 } }])
  expect([tallies.misbooked, tallies.used.count]).toEqual([{ count: 1, amount: 100 }, 0])
  const file = await stage.fetch(`${exportBankRows.route.path}?statement=${_id}`, cashier())
  expect(await file.text()).toMatch(/,100\.00,misbooked,,[-\da-f]+,[^,]+,100\.00,90\.00,approved\r?\n/)
})

it('the list says of each pending deposit what the bank has, and is filtered by it', async () => {
  const player = stage.tokens.player()
  const [row, amount, none] = [stage.reference(), stage.reference(), stage.reference()]
  const ids: string[] = []
  for (const utr of [row, amount, none]) ids.push(await stage.seed(player, { utr, amountPaise: 10_000 }))
  await desk.keep(rowsOf([row, amount].map((utr) => ({ utr, amount: utr === row ? '100.00' : '90.00' }))))
  const list = async (bank?: 'row' | 'amount' | 'none') =>
    (await stage.call(adminListDeposits, cashier(), { player: player.id, ...(bank && { bank }) })).out?.deposits
  expect((await list())?.map(({ bank }) => bank)).toEqual(['row', 'amount', 'none'])
  for (const [at, bank] of (['row', 'amount', 'none'] as const).entries())
    expect(await list(bank)).toMatchObject([{ _id: ids[at], bank }])
  expect(await approve(cashier(), ids[0] ?? '')).toBe('approved')
  expect(await list('row')).toEqual([])
})

it('the list says of a credit that the bank returned that it pays for no deposit', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  await stage.seed(player, { utr, amountPaise: 10_000 })
  await desk.keep([...rowsOf([{ utr, amount: '100.00' }]), `${today()},UPI-REV-${utr},,,100.00,`])
  const { out } = await stage.call(adminListDeposits, cashier(), { player: player.id })
  expect(out?.deposits.map(({ bank }) => bank)).toEqual(['none'])
})

describe('a deposit of another amount than the player asked for', () => {
  it('a deposit is credited once with the amount that arrived, and shows both amounts', async () => {
    const [player, admin] = [stage.tokens.player(), cashier()]
    const id = await stage.seed(player, { amountPaise: 10_000 })
    const { out } = await send(admin, id, 90)
    expect(out?.deposit).toMatchObject({ status: 'approved', amount: 90, askedAmount: 100 })
    expect(balanceOf(player)).toBe(9_000)
    expect(stage.wallet.credits.get(id)).toMatchObject({ amountPaise: 9_000 })
    expect(await own(player)).toMatchObject({ amount: 90, askedAmount: 100, status: 'approved' })
    expect(await detailsOf(id)).toMatchObject([{ action: 'deposit.approve', amountPaise: 9_000, askedPaise: 10_000 }])
    expect(stage.signals.decided.find((news) => news._id === id)).toMatchObject({ amount: 90 })
    const { status, code, message } = { status: 'approved', ...(await send(cashier(), id, 95)) }
    expect({ status, code }).toEqual({ status: 'approved', code: 'already_decided' })
    expect(message).toBe(`This request has been approved already by ${admin.username} with ₹90.`)
    expect(balanceOf(player)).toBe(9_000)
    const file = await stage.fetch(`${exportDeposits.route.path}?player=${player.id}`, stage.tokens.admin())
    const [head = '', row = ''] = (await file.text()).split('\r\n')
    const cellOf = (name: string) => row.split(',')[head.split(',').findIndex((one) => one.includes(name))]
    expect([cellOf('Amount'), cellOf('Asked amount')].map((cell) => cell?.replaceAll('"', ''))).toEqual([
      '90.00',
      '100.00',
    ])
  })

  it.each([
    { what: 'zero', amount: 0 },
    { what: 'a negative amount', amount: -1 },
    { what: 'a third decimal', amount: 1.001 },
    { what: 'more than the largest deposit', amount: 10_000.01 },
  ])('is not approved with $what', async ({ amount }) => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    expect(await approve(cashier(), id, amount)).toBe('invalid_request')
    expect(balanceOf(player)).toBe(0)
  })

  it('is approved with the amount of the bank row, which the hints have, and with no other', async () => {
    const [player, utr, admin] = [stage.tokens.player(), stage.reference(), cashier()]
    const id = await stage.seed(player, { utr, amountPaise: 10_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '90.00' }]))
    expect((await stage.call(requestHints, admin, { id })).out?.bank).toMatchObject({
      says: 'amount',
      row: { amount: 90 },
    })
    expect(await approve(admin, id)).toBe('bank_amount_differs')
    expect(await approve(admin, id, 95)).toBe('bank_amount_differs')
    expect(await approve(admin, id, 90)).toBe('approved')
    expect((await desk.read(_id, 'used')).rows).toMatchObject([{ request: { _id: id, amount: 90, askedAmount: 100 } }])
    expect(balanceOf(player)).toBe(9_000)
  })

  it('is approved on the statement alone, with the amount of the row, and a repeat changes no balance', async () => {
    const [player, utr, admin] = [stage.tokens.player(), stage.reference(), cashier()]
    const id = await stage.seed(player, { utr, amountPaise: 10_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '120.00' }]))
    const [pair] = pairsOf(await desk.read(_id, 'near'))
    if (pair === undefined) throw new Error('The pair is missing')
    const shown = [undefined, 100, 110].map((amount) => ({ ...pair, ...(amount !== undefined && { amount }) }))
    for (const wrong of shown) expect(await desk.approve(admin, [wrong], 'near')).toEqual(['skipped'])
    const right = { ...pair, amount: 120 }
    expect(await desk.approve(admin, [right], 'near')).toEqual(['approved'])
    expect(await desk.approve(admin, [right], 'near')).toEqual(['approved'])
    expect(await desk.approve(admin, [{ ...pair, amount: 100 }], 'near')).toEqual(['skipped'])
    expect(balanceOf(player)).toBe(12_000)
    expect(await stage.value('SELECT deposit_id FROM bank_row WHERE reference = $1', [utr])).toBe(id)
  })

  it('never exceeds a deposit limit that the player has set', async () => {
    const player = stage.tokens.player()
    const limitsPaise = { day: 60_000, week: null, month: null }
    stage.wallet.depositRules.set(player.id, { limitsPaise })
    const id = await stage.seed(player, { amountPaise: 50_000 })
    expect(await approve(cashier(), id, 600.01)).toBe('limit_reached')
    expect(await approve(cashier(), id, 600)).toBe('approved')
    expect(balanceOf(player)).toBe(60_000)
  })

  it('leaves no room in such a limit while only the first of two admins approved less', async () => {
    await rule({ secondApprovalAbove: 1 })
    const player = stage.tokens.player()
    stage.wallet.depositRules.set(player.id, { limitsPaise: { day: 60_000, week: null, month: null } })
    const id = await stage.seed(player, { amountPaise: 50_000 })
    expect(await approve(cashier(), id, 10)).toBe('amount')
    expect((await stage.deposit(player, { amount: '200' })).body.code).toBe('limit_reached')
    expect(await approve(cashier(), id, 600.01)).toBe('limit_reached')
    expect(await approve(cashier(), id, 600)).toBe('amount')
    expect(await approve(cashier(), id, 600)).toBe('approved')
    expect(balanceOf(player)).toBe(60_000)
  })
})

describe('two admins and another amount', () => {
  it.each([
    { what: 'above the amount for one admin', rules: { secondApprovalAbove: 100 }, why: 'amount' },
    { what: 'without a bank row', rules: { withoutRow: 'second_admin' }, why: 'without_row' },
    { what: 'above the day of the admin', rules: { adminDepositDaily: 100 }, why: 'admin_day' },
    { what: 'above the day of the player', rules: { playerDepositDaily: 100 }, why: 'player_day' },
  ] as const)('the amount that is credited is judged: $what', async ({ rules, why }) => {
    await rule(rules)
    const player = stage.tokens.player()
    const id = await stage.seed(player, { amountPaise: 10_000 })
    expect(await approve(cashier(), id, 150)).toBe(why)
    expect(balanceOf(player)).toBe(0)
    expect(await own(player)).toMatchObject({ status: 'pending', amount: 100, askedAmount: null })
    const [listed] = (await stage.adminList({ player: player.id })).deposits
    expect(listed).toMatchObject({ amount: 100, firstApproval: { amount: 150 } })
    expect(await approve(cashier(), id, 150)).toBe('approved')
    expect(balanceOf(player)).toBe(15_000)
  })

  it('a smaller amount that arrived needs no second admin', async () => {
    await rule({ secondApprovalAbove: 95 })
    const id = await stage.seed(stage.tokens.player(), { amountPaise: 10_000 })
    expect(await approve(cashier(), id, 90)).toBe('approved')
  })

  it('a first approval counts for its own amount: another amount begins again', async () => {
    await rule({ secondApprovalAbove: 50 })
    const [player, utr] = [stage.tokens.player(), stage.reference()]
    const id = await stage.seed(player, { utr, amountPaise: 10_000 })
    const [first, second, third] = [cashier(), cashier(), cashier()]
    expect(await approve(first, id, 90)).toBe('amount')
    expect(await approve(first, id, 90)).toBe('second_admin_needed')
    expect(await approve(second, id)).toBe('amount')
    expect(await approve(second, id, 80)).toBe('amount')
    expect(await approve(third, id, 90)).toBe('amount')
    expect(balanceOf(player)).toBe(0)
    expect(await approve(first, id, 90)).toBe('approved')
    expect(balanceOf(player)).toBe(9_000)
  })

  it('the row of a first approval is near for the second admin, and free after a rejection, which restores the amount', async () => {
    await rule({ secondApprovalAbove: 50 })
    const [player, utr] = [stage.tokens.player(), stage.reference()]
    const id = await stage.seed(player, { utr, amountPaise: 10_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '90.00' }]))
    const pair = { rowId: pairsOf(await desk.read(_id, 'near'))[0]?.rowId ?? '', requestId: id, amount: 90 }
    expect(await desk.approve(cashier(), [pair], 'near')).toEqual(['first'])
    expect((await desk.read(_id, 'near')).rows).toMatchObject([{ near: 'amount', request: { _id: id } }])
    const { amount: _, ...bare } = pair
    expect(await desk.approve(cashier(), [bare], 'exact')).toEqual(['skipped'])
    await stage.decide(cashier(), id, 'rejected', 'Amount differs')
    expect(await own(player)).toMatchObject({ status: 'rejected', amount: 100, askedAmount: null })
    expect(await stage.value('SELECT deposit_id FROM bank_row WHERE reference = $1', [utr])).toBeNull()
  })
})

it('whatever admins send at one time and one after the other, a deposit is credited once and within the rules', async () => {
  await rule({ secondApprovalAbove: 100 })
  const admins = Array.from({ length: 3 }, cashier)
  const step = fc.record({
    who: fc.nat(2),
    amount: fc.constantFrom(undefined, 80, 100, 120, 150),
    rejects: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.boolean(), async (steps, atOnce) => {
      const player = stage.tokens.player()
      const id = await stage.seed(player, { amountPaise: 12_000 })
      const send = ({ who, amount, rejects }: (typeof steps)[number]) => {
        const admin = admins[who] ?? cashier()
        return rejects ? stage.decide(admin, id, 'rejected') : approve(admin, id, amount)
      }
      if (atOnce) await Promise.all(steps.map(send))
      else for (const one of steps) await send(one)
      const approvals = (await detailsOf(id)) as { action: string; amountPaise: number }[]
      const credited = approvals.filter(({ action }) => action === 'deposit.approve')
      expect(credited.length).toBeLessThanOrEqual(1)
      expect(balanceOf(player)).toBe(credited[0]?.amountPaise ?? 0)
      const { rows } = await stage.owner.query<{ alone: boolean | null; asked: number }>(
        'SELECT approved_alone AS alone, coalesce(asked_paise, amount_paise) AS asked FROM request WHERE id = $1',
        [id],
      )
      expect(rows[0]?.asked).toBe(12_000)
      if (balanceOf(player) > 10_000) expect(rows[0]?.alone).toBe(false)
    }),
    { numRuns: 25 },
  )
}, 60_000)

it('the database lets no decided amount change, and never what the player asked for', async () => {
  const [pending, decided] = [await stage.seed(stage.tokens.player()), await stage.seed(stage.tokens.player())]
  await stage.decide(cashier(), decided, 'approved')
  const change = (id: string, sql: string) => stage.owner.query(`UPDATE request SET ${sql} WHERE id = $1`, [id])
  await expect(change(decided, 'amount_paise = 1, asked_paise = 50000')).rejects.toThrow(/stands/)
  await expect(change(pending, 'amount_paise = 1')).rejects.toThrow(/stands/)
  await expect(change(pending, 'amount_paise = 1, asked_paise = 2')).rejects.toThrow(/stands/)
})

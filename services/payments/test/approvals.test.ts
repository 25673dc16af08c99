import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  approveWithdrawal,
  decideDeposit,
  getApprovalSettings,
  listBankStatements,
  requestHints,
  setApprovalSettings,
} from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import type { TestAdmin } from '@kismet/test-env/test-tokens'
import { BankDesk, bodyOf, fileOf, pairsOf, rowsOf, today } from './bank-desk.ts'
import type { Kept } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, saveAccount, withdrawn } from './withdrawing.ts'

/** The rules of approvals with real money. */
let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.setReal()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

type Rules = Partial<WireInput<typeof setApprovalSettings>>
const rule = async (rules: Rules) => {
  const { out } = await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null, ...rules })
  if (out === undefined) throw new Error('The settings were refused')
}
afterEach(async () => {
  stage.standing.admins.clear()
  stage.standing.isSilent = false
  await stage.owner.query(`UPDATE settings SET approvals = '{}', second_above_paise = NULL`)
})

const cashier = () => stage.tokens.admin('cashier')
const balanceOf = ({ id }: { readonly id: string }) => stage.wallet.balances.get(id) ?? 0
const upload = async (admin: TestAdmin, rows: readonly string[]) =>
  bodyOf<Kept>(await desk.post(admin, fileOf(rows))).statement
/** The outcome of an approval: its reasons for a second admin, its code, or "approved". */
async function approve(admin: TestAdmin, id: string): Promise<string> {
  const { out, code } = await stage.decide(admin, id, 'approved')
  return code ?? out.secondAdminReasons?.join() ?? 'approved'
}
/** A deposit that waits, and its row in a file of an admin. */
async function paidBy(admin: TestAdmin, amountPaise = 500_000, player = stage.tokens.player()): Promise<string> {
  const utr = stage.reference()
  const id = await stage.seed(player, { utr, amountPaise })
  await upload(admin, rowsOf([{ utr, amount: (amountPaise / 100).toFixed(2) }]))
  return id
}

describe('one cashier alone', () => {
  it('credits no deposit that the bank does not have', async () => {
    const player = stage.tokens.player()
    const [id, first, second] = [await stage.seed(player), cashier(), cashier()]
    const hints = (await stage.call(requestHints, first, { id })).out
    expect(hints?.secondAdminReasons).toEqual(['without_row'])
    expect(await approve(first, id)).toBe('without_row')
    expect(await approve(first, id)).toBe('second_admin_needed')
    expect(balanceOf(player)).toBe(0)
    const before = (await stage.adminList()).withoutRowToday ?? 0
    expect(await approve(second, id)).toBe('approved')
    expect(balanceOf(player)).toBe(50_000)
    expect((await stage.adminList()).withoutRowToday).toBe(before + 1)
    const rows = await stage.owner.query<{ detail: object }>(
      'SELECT detail FROM audit WHERE target = $1 ORDER BY sequence',
      [id],
    )
    expect(rows.rows.map(({ detail }) => detail)).toMatchObject([
      { bankRow: 'none', secondAdmin: 'without_row' },
      { bankRow: 'none' },
    ])
  })

  it('credits what a file of an own upload has up to the amount of a day, by all approvals of the moment together', async () => {
    const own = cashier()
    const utrs = Array.from({ length: 11 }, () => stage.reference())
    const player = stage.tokens.player()
    for (const utr of utrs) await stage.seed(player, { utr, amountPaise: 500_000 })
    const { _id } = await upload(own, rowsOf(utrs.map((utr) => ({ utr, amount: '5000.00' }))))
    const outcomes = await desk.approve(own, pairsOf(await desk.read(_id)))
    expect(outcomes.filter((outcome) => outcome === 'approved')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'first')).toHaveLength(1)
    expect(balanceOf(player)).toBe(5_000_000)
    expect(await approve(own, await paidBy(cashier()))).toBe('approved')
    expect(await approve(own, await paidBy(own))).toBe('own_statement')
    expect(await approve(cashier(), await paidBy(own))).toBe('approved')
  }, 30_000)

  it.each(['deposit', 'withdrawal'] as const)('approves a %s up to the amounts of a day', async (kind) => {
    const limits =
      kind === 'deposit'
        ? ['adminDepositDaily', 'playerDepositDaily']
        : ['adminWithdrawalDaily', 'playerWithdrawalDaily']
    const [ofAdmin = '', ofPlayer = ''] = limits
    await rule({ withoutRow: 'allowed', [ofAdmin]: 800, [ofPlayer]: 1_200 })
    const [admin, player] = [cashier(), await rich(stage, 1_000_000)]
    const ask = () => (kind === 'deposit' ? stage.seed(player, { amountPaise: 40_000 }) : withdrawn(stage, player, 400))
    const decide = async (by: TestAdmin, id: string) => {
      if (kind === 'deposit') return approve(by, id)
      const { out, code } = await stage.call(approveWithdrawal, by, { id })
      return code ?? out.secondAdminReasons?.join() ?? 'approved'
    }
    expect([await decide(admin, await ask()), await decide(admin, await ask())]).toEqual(['approved', 'approved'])
    const third = await ask()
    expect(await decide(admin, third)).toBe('admin_day')
    expect(await decide(cashier(), third)).toBe('approved')
    expect(await decide(cashier(), await ask())).toBe('player_day')
  })
})

describe('a first approval', () => {
  it.each<[what: string, standing: (first: TestAdmin, second: TestAdmin) => void]>([
    ['of an admin who is disabled since', (first) => stage.standing.admins.set(first.id, { isEnabled: false })],
    [
      'of an admin whom the second made',
      (first, second) => stage.standing.admins.set(first.id, { madeBy: [second.id] }),
    ],
    ['of the maker of the second', (first, second) => stage.standing.admins.set(second.id, { madeBy: [first.id] })],
  ])('%s does not count: the second becomes the first', async (_what, standing) => {
    const [player, first, second] = [stage.tokens.player(), cashier(), cashier()]
    const id = await stage.seed(player)
    expect(await approve(first, id)).toBe('without_row')
    standing(first, second)
    expect(await approve(second, id)).toBe('without_row')
    expect(balanceOf(player)).toBe(0)
    expect(await approve(cashier(), id)).toBe('approved')
  })

  it('that does not count is named to the second admin, with the time from which on both are two people', async () => {
    const [player, first, second] = [stage.tokens.player(), cashier(), cashier()]
    const id = await stage.seed(player)
    await approve(first, id)
    const madeUntil = '2026-12-01T07:05:00.000Z'
    stage.standing.admins.set(second.id, { madeBy: [first.id], madeUntil })
    const { out } = await stage.call(decideDeposit, second, { id, status: 'approved' })
    expect(out).toMatchObject({
      pendingSecondApproval: true,
      firstNotCounted: { by: first.username, until: madeUntil },
    })
    stage.standing.admins.set(second.id, { isEnabled: false })
    const third = await stage.call(decideDeposit, first, { id, status: 'approved' })
    expect(third.out?.firstNotCounted).toEqual({ by: second.username, until: null })
  })

  it('waits while auth does not answer, and auth is asked for a second approval only', async () => {
    const [player, first, second] = [stage.tokens.player(), cashier(), cashier()]
    const id = await stage.seed(player)
    const { asked } = stage.standing
    expect(await approve(first, id)).toBe('without_row')
    expect(stage.standing.asked).toBe(asked)
    stage.standing.isSilent = true
    expect(await approve(second, id)).toBe('unavailable')
    expect(balanceOf(player)).toBe(0)
    stage.standing.isSilent = false
    expect(await approve(second, id)).toBe('approved')
  })
})

describe('a payment of another person', () => {
  const hintsOf = async (id: string) => (await stage.call(requestHints, cashier(), { id })).out
  const paid = async (player: ReturnType<typeof stage.tokens.player>, payer: string) => {
    const utr = stage.reference()
    const id = await stage.seed(player, { utr })
    await upload(cashier(), [`${today()},UPI-${payer}-x@ok-HDFC0001234-${utr}-KISMET,${utr},500.00,,`])
    return id
  }

  it('is told: the payer has no name of the player', async () => {
    const player = stage.tokens.player()
    await saveAccount(stage, player, { name: 'Asha Rao' })
    expect(await hintsOf(await paid(player, 'KABIR SINGH'))).toMatchObject({
      hints: [{ hint: 'payer_unknown', requests: [] }],
      payer: 'KABIR SINGH',
      onlyReader: expect.stringMatching(/^cashier/),
    })
    expect(await hintsOf(await paid(player, 'ASHA RA'))).toMatchObject({ hints: [], payer: 'ASHA RA' })
  })

  it('is told by the payers of earlier deposits, and an approval is not refused', async () => {
    const player = stage.tokens.player()
    const first = await paid(player, 'ASHA RAO')
    expect(await hintsOf(first)).toMatchObject({ hints: [], payer: 'ASHA RAO' })
    expect(await approve(cashier(), first)).toBe('approved')
    const second = await paid(player, 'KABIR SINGH')
    expect(await hintsOf(second)).toMatchObject({ hints: [{ hint: 'payer_unknown' }] })
    expect(await approve(cashier(), second)).toBe('approved')
  })

  it('that was rejected shows the request of the true payer, and the other way round', async () => {
    const utr = stage.reference()
    const taken = await stage.seed(stage.tokens.player(), { utr })
    await stage.decide(cashier(), taken, 'rejected')
    const own = await stage.seed(stage.tokens.player(), { utr })
    for (const [id, other] of [
      [taken, own],
      [own, taken],
    ] as const)
      expect((await hintsOf(id))?.hints).toMatchObject([{ hint: 'utr_rejected_before', requests: [{ _id: other }] }])
  })
})

it('a payout whose reference is filed as a deposit has no exact match, and no approval by one admin', async () => {
  const [player, utr, other] = [stage.tokens.player(), stage.reference(), stage.reference()]
  const id = await stage.seed(player, { utr })
  const file = [
    'Date,Narration,Amount,Tran Type',
    `${today()},UPI/DR/${utr}/A,500.00,DR`,
    `${today()},UPI/CR/${other}/B,1.00,CR`,
  ]
  const { columns } = await desk.preview(cashier(), file.join('\n'))
  const none = { reference: -1, balance: -1 }
  const { statement } = bodyOf<Kept>(await desk.post(cashier(), file.join('\n'), { ...columns, ...none }))
  expect((await desk.read(statement._id)).rows).toEqual([])
  expect(await approve(cashier(), id)).toBe('bank_row_returned')
  expect(balanceOf(player)).toBe(0)
})

it('a statement says whether it joins the last one', async () => {
  await stage.owner.query('TRUNCATE bank_statement CASCADE')
  const dayAt = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const line = (days: number, amount: number, balance: number, utr = stage.reference()) =>
    `${dayAt(days)},UPI-ASHA,${utr},${amount}.00,,${balance}.00`
  const common = line(7, 100, 1_200)
  const files = [
    [line(8, 100, 1_100), common],
    [line(6, 100, 1_300)],
    [common, line(7, 1, 1_201)],
    [line(5, 500, 9_000)],
    [line(1, 500, 800)],
  ]
  const joins = []
  for (const rows of files) joins.push((await upload(cashier(), rows)).join)
  expect(joins).toMatchObject([
    { how: 'first' },
    { how: 'joined', day: dayAt(7) },
    { how: 'joined', day: dayAt(7) },
    { how: 'differs', day: dayAt(6), last: 1_300, begins: 8_500 },
    { how: 'gap', day: dayAt(5), days: 3 },
  ])
  const { out } = await stage.call(listBankStatements, cashier(), {})
  expect(out?.statements.map(({ join }) => join?.how)).toEqual(['gap', 'differs', 'joined', 'joined', 'first'])
})

it('settings that are not sent stay as they are, and the audit log tells all', async () => {
  await rule({ withoutRow: 'allowed', ownStatementDaily: null })
  await rule({ playerDepositDaily: 7_000, secondApprovalAbove: 500 })
  const { out } = await stage.call(getApprovalSettings, cashier(), {})
  expect(out?.settings).toMatchObject({
    ...{ secondApprovalAbove: 500, withoutRow: 'allowed', ownStatementDaily: null },
    ...{ playerDepositDaily: 7_000, adminDepositDaily: null },
  })
  const detail = await stage.value(
    `SELECT detail FROM audit WHERE action = 'approval-settings.change' ORDER BY sequence DESC LIMIT 1`,
  )
  expect(detail).toMatchObject({
    ...{ secondApprovalAbovePaise: 50_000, withoutRow: 'allowed' },
    changes: 'Second admin above: from no limit to ₹500; Deposits per player and day: from no limit to ₹7,000',
    ...{ ownStatementDailyPaise: 'no limit', playerDepositDailyPaise: 700_000 },
  })
})

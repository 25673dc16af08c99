import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { decideSeveral, payWithdrawal, setApprovalSettings } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import type { TestAdmin } from '@kismet/test-env/test-tokens'
import { BankDesk, rowsOf } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())
afterEach(() => stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null }))

const several = async (admin: TestAdmin, input: WireInput<typeof decideSeveral>) =>
  (await stage.call(decideSeveral, admin, input)).out?.results ?? []
const outcomes = async (...asked: Parameters<typeof several>) => (await several(...asked)).map(({ outcome }) => outcome)
const stateOf = (id: string) =>
  stage.value<string>(
    `SELECT concat_ws(' ', status, admin_reason, first_approved_by_name) FROM request WHERE id = $1`,
    [id],
  )
const audits = (id: string) => stage.value<number>('SELECT count(*) FROM audit WHERE target = $1', [id])

it('several deposits are rejected with one reason, each with an audit row, and a repeat changes nothing', async () => {
  const admin = stage.tokens.admin('cashier')
  const ids = [await stage.seed(stage.tokens.player()), await stage.seed(stage.tokens.player())]
  const twice = [...ids, ids[0] ?? '']
  const order = { kind: 'deposit' as const, ids: twice, status: 'rejected' as const, reason: 'Not received' }
  expect(await outcomes(admin, order)).toEqual(['done', 'done'])
  expect(await Promise.all(ids.map(stateOf))).toEqual(['rejected Not received', 'rejected Not received'])
  expect(await outcomes(admin, order)).toEqual(['done', 'done'])
  expect(await Promise.all(ids.map(audits))).toEqual([1, 1])
  const late = await several(stage.tokens.admin('cashier'), order)
  expect(late[0]).toMatchObject({ outcome: 'skipped', message: expect.stringContaining('rejected already') })
})

it('several deposits are approved as far as one admin may: the others keep their state and say why', async () => {
  const admin = stage.tokens.admin('cashier')
  const player = stage.tokens.player()
  const utr = stage.reference()
  const [alone, large, differs, own, unknown] = [
    await stage.seed(player),
    await stage.seed(player, { amountPaise: 900_000 }),
    await stage.seed(player, { utr }),
    await stage.seed({ ...stage.tokens.player(), email: admin.username }),
    '0190b2a0-0000-7000-8000-000000000000',
  ]
  await new BankDesk(stage).keep(rowsOf([{ utr, amount: '2200.00' }]))
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: 5_000 })
  const results = await several(admin, {
    kind: 'deposit',
    ids: [alone, large, differs, own, unknown],
    status: 'approved',
  })
  expect(results).toMatchObject([
    { requestId: alone, outcome: 'done', message: null },
    { requestId: large, outcome: 'skipped', secondAdminReasons: ['amount'] },
    { requestId: differs, outcome: 'skipped', message: expect.stringContaining('₹2,200') },
    { requestId: own, outcome: 'skipped', message: 'You may not approve a request of your own.' },
    { requestId: unknown, outcome: 'skipped', message: 'Not found' },
  ])
  expect(await Promise.all([alone, large, differs, own].map(stateOf))).toEqual([
    'approved',
    'pending',
    'pending',
    'pending',
  ])
  expect(stage.wallet.balances.get(player.id)).toBe(50_000)
  // A second approval is given at the request, where its admin looks at it.
  await stage.decide(stage.tokens.admin(), large, 'approved')
  expect(await outcomes(admin, { kind: 'deposit', ids: [large], status: 'approved' })).toEqual(['skipped'])
  expect(await audits(large)).toBe(1)
})

it('approvals of one call count together against the limit of a day', async () => {
  const admin = stage.tokens.admin('cashier')
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null, adminDepositDaily: 1_200 })
  const ids = await Promise.all(Array.from({ length: 6 }, () => stage.seed(stage.tokens.player())))
  const results = await outcomes(admin, { kind: 'deposit', ids, status: 'approved' })
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null, adminDepositDaily: null })
  expect(results.toSorted()).toEqual(['done', 'done', 'skipped', 'skipped', 'skipped', 'skipped'])
})

it('several withdrawals are marked as paid or rejected, except those that another admin pays', async () => {
  const [admin, other] = [stage.tokens.admin('cashier'), stage.tokens.admin('cashier')]
  const player = await rich(stage, 1_000_000)
  const [free, taken] = [await withdrawn(stage, player, 300), await withdrawn(stage, player, 400)]
  await stage.call(payWithdrawal, other, { id: taken })
  for (const status of ['approved', 'rejected'] as const)
    expect(await several(admin, { kind: 'withdrawal', ids: [taken], status })).toMatchObject([
      { outcome: 'skipped', message: `${other.username} is paying this withdrawal.` },
    ])
  expect(await outcomes(admin, { kind: 'withdrawal', ids: [free], status: 'approved' })).toEqual(['done'])
  // The ids of another kind are no requests of this kind.
  expect(await outcomes(admin, { kind: 'deposit', ids: [taken], status: 'rejected' })).toEqual(['skipped'])
  const back = await withdrawn(stage, player, 250)
  expect(await outcomes(admin, { kind: 'withdrawal', ids: [back], status: 'rejected', reason: 'Wrong IFSC' })).toEqual([
    'done',
  ])
  expect(await stateOf(back)).toBe('rejected Wrong IFSC')
})

it('a decision whose booking the wallet does not answer is told as such', async () => {
  const id = await stage.seed(stage.tokens.player())
  stage.wallet.mode = 'falls'
  expect(await outcomes(stage.tokens.admin(), { kind: 'deposit', ids: [id], status: 'approved' })).toEqual(['unbooked'])
  stage.wallet.mode = 'answers'
})

it.each([
  { what: 'no request', ids: [] },
  { what: 'more than 50 requests', ids: Array.from({ length: 51 }, () => '0190b2a0-0000-7000-8000-000000000000') },
])('a call with $what is refused, and so is an auditor', async ({ ids }) => {
  const order = { kind: 'deposit', ids, status: 'rejected' } as const
  expect((await stage.call(decideSeveral, stage.tokens.admin(), order)).code).toBe('invalid_request')
  expect((await stage.call(decideSeveral, stage.tokens.admin('auditor'), order)).code).toBe('forbidden')
})

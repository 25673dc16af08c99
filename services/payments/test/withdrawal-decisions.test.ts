import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminGetWithdrawal,
  adminListWithdrawals,
  approveWithdrawal,
  listWithdrawals,
  rejectWithdrawal,
} from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { eventually } from '@kismet/test-env/eventually'
import fc from 'fast-check'
import { PaymentsStage } from './payments-stage.ts'
import { rich, rightAccount, withdraw, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())

const cashier = () => stage.tokens.admin('cashier')
const newsOf = (id: string) => stage.signals.withdrawals.filter((news) => news._id === id)
const audits = (id: string) => stage.value<number>('SELECT count(*) FROM audit WHERE target = $1', [id])

describe('deciding a withdrawal', () => {
  it('approves: the money has left before the answer, and the player hears of it', async () => {
    const player = await rich(stage, 100_000)
    const id = await withdrawn(stage, player, 400)
    const admin = cashier()
    const { out } = await stage.call(approveWithdrawal, admin, { id })
    expect(out?.withdrawal).toMatchObject({
      _id: id,
      user: { _id: player.id, email: player.email, username: null },
      account: { ...rightAccount, accountId: expect.any(String), addedAt: expect.any(String) },
      status: 'approved',
      decidedBy: admin.username,
      claim: null,
      firstApproval: null,
    })
    expect(out?.withdrawal.steps.map(({ step }) => step)).toEqual(['requested', 'held', 'approved', 'paid_out'])
    expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 60_000, held: 0, paidOut: 40_000 })
    await eventually('the player hears', () => newsOf(id).length > 0)
    expect(newsOf(id)).toMatchObject([
      { to: player.id, user: player.id, amount: 400, status: 'approved', balance: 600 },
    ])
    expect(await audits(id)).toBe(1)
  })

  it('rejects with a reason: the money is back before the answer', async () => {
    const player = await rich(stage, 100_000)
    const id = await withdrawn(stage, player, 400)
    const { out } = await stage.call(rejectWithdrawal, cashier(), { id, reason: ' Name does not match ' })
    expect(out?.withdrawal).toMatchObject({ status: 'rejected', rejectionReason: 'Name does not match' })
    expect(out?.withdrawal.steps.map(({ step }) => step)).toEqual(['requested', 'held', 'rejected', 'returned'])
    expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 100_000, held: 0, paidOut: 0 })
    await eventually('the player hears', () => newsOf(id).length > 0)
    expect(newsOf(id)).toMatchObject([{ status: 'rejected', rejectionReason: 'Name does not match', balance: 1_000 }])
  })

  it.each([
    { what: 'that is not there', id: '0190b2a0-0000-7000-8000-000000000000' },
    { what: 'whose id is none', id: 'x' },
  ])('knows none $what', async ({ id }) => {
    expect((await stage.call(approveWithdrawal, cashier(), { id })).code).toBe('not_found')
    expect((await stage.call(rejectWithdrawal, cashier(), { id })).code).toBe('not_found')
    expect((await stage.call(adminGetWithdrawal, cashier(), { id })).code).toBe('not_found')
  })

  it('is not for those who only look', async () => {
    const id = await withdrawn(stage, await rich(stage, 100_000), 400)
    for (const role of ['support', 'auditor'] as const)
      expect((await stage.call(approveWithdrawal, stage.tokens.admin(role), { id })).code).toBe('forbidden')
    expect((await stage.call(approveWithdrawal, stage.tokens.player(), { id })).code).toBe('unauthenticated')
  })

  it('lets one of an approval and a rejection win, whoever asks where, and books what won', async () => {
    const player = await rich(stage, 1_000_000)
    for (let round = 0; round < 4; round += 1) {
      const before = stage.wallet.sumsOf(player.id)
      const id = await withdrawn(stage, player, 200)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          stage.call(index % 2 === 0 ? approveWithdrawal : rejectWithdrawal, cashier(), { id }),
        ),
      )
      const won = answers.flatMap(({ out }) => (out === undefined ? [] : [out.withdrawal.status]))
      expect(won).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 'already_decided')).toHaveLength(7)
      const taken = won[0] === 'approved' ? 20_000 : 0
      expect(stage.wallet.sumsOf(player.id)).toEqual({
        balance: before.balance - taken,
        held: 0,
        paidOut: before.paidOut + taken,
      })
      expect(await audits(id)).toBe(1)
    }
    expect(await auditFault(stage.owner, 'payments')).toBeNull()
  })

  it.each([
    { operation: approveWithdrawal, said: 'approved', error: 'hold_differs' },
    { operation: rejectWithdrawal, said: 'rejected', error: 'hold_differs' },
  ] as const)(
    '$said with another amount than the wallet holds: nothing leaves or returns, and a person is told',
    async (row) => {
      const player = await rich(stage, 100_000)
      const id = await withdrawn(stage, player, 200)
      await stage.rewrite('UPDATE request SET amount_paise = 10000000 WHERE id = $1', [id])
      const { code, message } = await stage.call(row.operation, cashier(), { id })
      expect([code, message]).toEqual([row.error, expect.stringContaining('do not pay it')])
      expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 80_000, held: 20_000, paidOut: 0 })
      const [shown] = (await stage.call(listWithdrawals, player, {})).out?.withdrawals ?? []
      expect(shown?.steps.map(({ step }) => step)).toEqual(['requested', 'held', row.said])
      await stage.owner.query('DELETE FROM request WHERE id = $1', [id])
    },
  )

  it.each([
    { operation: approveWithdrawal, status: 'approved', sums: { balance: 60_000, held: 0, paidOut: 40_000 } },
    { operation: rejectWithdrawal, status: 'rejected', sums: { balance: 100_000, held: 0, paidOut: 0 } },
  ] as const)('$status while the wallet is down: 503, decided, and booked by the sweep', async (row) => {
    const player = await rich(stage, 100_000)
    const id = await withdrawn(stage, player, 400)
    stage.wallet.mode = 'falls'
    const { code, message } = await stage.call(row.operation, cashier(), { id })
    expect([code, message]).toEqual(['unavailable', expect.stringContaining(`The withdrawal is ${row.status}`)])
    expect((await stage.call(row.operation, cashier(), { id })).code).toBe('already_decided')
    stage.wallet.mode = 'answers'
    await stage.makeDue()
    await eventually('it is settled', async () => (await stage.owed()) === 0)
    expect(stage.wallet.sumsOf(player.id)).toEqual(row.sums)
    const [shown] = (await stage.call(listWithdrawals, player, {})).out?.withdrawals ?? []
    expect(shown?.steps).toHaveLength(4)
  })

  it('survives the end of the process between the payment and its mark', async () => {
    const player = await rich(stage, 100_000)
    const id = await withdrawn(stage, player, 400)
    await stage.stopReplicas()
    const child = await stage.startProcess()
    stage.wallet.mode = 'books-and-hangs'
    const asked = stage.call(approveWithdrawal, cashier(), { id })
    await eventually('the wallet has booked', () => stage.wallet.sumsOf(player.id).paidOut === 40_000)
    child.kill('SIGKILL')
    await asked
    stage.wallet.mode = 'answers'
    await stage.startReplicas()
    await stage.makeDue()
    await eventually('it is settled', async () => (await stage.owed()) === 0)
    expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 60_000, held: 0, paidOut: 40_000 })
  })

  it('is held to it by the database itself', async () => {
    const id = await withdrawn(stage, await rich(stage, 100_000), 400)
    const change = (sql: string) => stage.owner.query(`UPDATE request SET ${sql} WHERE id = $1`, [id])
    await expect(change(`held_at = now() + interval '1 hour'`)).rejects.toThrow(/is decided, held or booked/)
    await expect(change(`status = 'approved'`)).rejects.toThrow()
    await stage.call(approveWithdrawal, cashier(), { id })
    await expect(change(`status = 'rejected'`)).rejects.toThrow(/is decided, held or booked/)
    await expect(change('booked_at = NULL')).rejects.toThrow(/is decided, held or booked/)
  })
})

describe('the list of withdrawals', () => {
  it('has what waits, oldest first, then what is decided; not what is unclear', async () => {
    const player = await rich(stage, 1_000_000)
    const [first, second, third] = [
      await withdrawn(stage, player, 200),
      await withdrawn(stage, player, 900),
      await withdrawn(stage, player, 500),
    ]
    await stage.call(approveWithdrawal, cashier(), { id: first })
    stage.wallet.mode = 'falls'
    await withdraw(stage, player, 300)
    stage.wallet.mode = 'answers'
    const list = async (input: object) => {
      const { out } = await stage.call(adminListWithdrawals, stage.tokens.admin('auditor'), {
        search: player.email.toUpperCase(),
        ...input,
      })
      return out?.withdrawals.map(({ _id }) => _id)
    }
    expect(await list({})).toEqual([second, third, first])
    expect(await list({ status: 'pending' })).toEqual([second, third])
    expect(await list({ sort: 'amount' })).toEqual([second, third, first])
    expect(await list({ sort: 'createdAt', order: 'asc' })).toEqual([first, second, third])
    expect(await list({ minAmount: '300', maxAmount: '500' })).toEqual([third])
    for (const search of [rightAccount.accountNumber, 'hdfc0001234', third.toUpperCase(), 'asha rao'])
      expect(await list({ search })).toContain(third)
    const one = { limit: '1', search: player.email, status: 'pending' }
    const page = (await stage.call(adminListWithdrawals, cashier(), one as object)).out
    const next = (
      await stage.call(adminListWithdrawals, cashier(), { ...one, cursor: page?.nextCursor ?? '' } as object)
    ).out
    expect([page?.withdrawals[0]?._id, next?.withdrawals[0]?._id]).toEqual([second, third])
  })
})

it('the list of one player has the own requests of the player; who may not see a whole account number sees how it ends', async () => {
  const player = await rich(stage, 100_000)
  await withdrawn(stage, await rich(stage, 100_000), 300)
  const id = await withdrawn(stage, player, 400)
  for (const role of ['owner', 'auditor', 'support'] as const) {
    const admin = stage.tokens.admin(role)
    const { out } = await stage.call(adminListWithdrawals, admin, { player: player.id, sort: 'createdAt' })
    const one = await stage.call(adminGetWithdrawal, admin, { id })
    const accountNumber = role === 'support' ? '••••6789' : rightAccount.accountNumber
    expect(out?.withdrawals).toMatchObject([{ _id: id, account: { accountNumber, name: 'Asha Rao' } }])
    expect(one.out?.withdrawal.account.accountNumber).toBe(accountNumber)
  }
})

it('who sees how an account number ends finds withdrawals by no other digit of it', async () => {
  const player = await rich(stage, 100_000)
  const id = await withdrawn(stage, player, 400)
  const { accountNumber } = rightAccount
  const finds = async (role: 'support' | 'cashier', search: string) => {
    const { out } = await stage.call(adminListWithdrawals, stage.tokens.admin(role), { player: player.id, search })
    return out?.withdrawals.map(({ _id }) => _id)
  }
  for (const hidden of [accountNumber, accountNumber.slice(-5)]) expect(await finds('cashier', hidden)).toEqual([id])
  for (const hidden of [accountNumber, accountNumber.slice(0, 4), accountNumber.slice(0, 5), accountNumber.slice(-5)])
    expect(await finds('support', hidden)).toEqual([])
  for (const shown of [accountNumber.slice(-4), 'asha rao', player.email, id.slice(0, 8)])
    expect(await finds('support', shown)).toEqual([id])
})

describe('money in account, set aside and paid out', () => {
  it('adds up whatever is asked and decided, in whatever order, with a wallet that falls now and then', async () => {
    const step = fc.record({
      what: fc.constantFrom('ask', 'approve', 'reject'),
      rupees: fc.integer({ min: 200, max: 900 }),
      which: fc.nat({ max: 4 }),
      mode: fc.constantFrom('answers', 'answers', 'answers', 'falls', 'books-and-falls'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const player = await rich(stage, 200_000)
        for (const { what, rupees, which, mode } of steps) {
          stage.wallet.mode = mode
          const list = (await stage.call(listWithdrawals, player, {})).out?.withdrawals ?? []
          const id = list[which]?._id
          if (what === 'ask') await withdraw(stage, player, rupees)
          else if (id !== undefined)
            await stage.call(what === 'approve' ? approveWithdrawal : rejectWithdrawal, cashier(), { id })
          const { balance, held, paidOut } = stage.wallet.sumsOf(player.id)
          expect(balance + held + paidOut).toBe(200_000)
          expect(balance).toBeGreaterThanOrEqual(0)
        }
        stage.wallet.mode = 'answers'
        await stage.makeDue()
        await eventually('the outbox is empty', async () => (await stage.owed()) === 0)
        const sumOf = (status: string) =>
          stage.value<number>(
            'SELECT coalesce(sum(amount_paise), 0)::bigint FROM request WHERE player_id = $1 AND status = $2',
            [player.id, status],
          )
        const [held, paidOut] = [await sumOf('pending'), await sumOf('approved')]
        expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 200_000 - held - paidOut, held, paidOut })
      }),
      { numRuns: 8 },
    )
  }, 120_000)
})

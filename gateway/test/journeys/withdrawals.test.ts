import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addAccount,
  adminListWithdrawals,
  approveWithdrawal,
  claimChanged,
  claimRequest,
  deleteAccount,
  exportWithdrawals,
  getLedgerState,
  listAccounts,
  listWithdrawals,
  queueUpdated,
  rejectWithdrawal,
  requestHints,
  requestWithdrawal,
  setApprovalSettings,
  withdrawalUpdated,
} from '@kismet/contracts'
import { fund } from '@kismet/test-env/actors'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { TestCasino } from '@kismet/test-env/test-casino'

const account = { name: 'Asha Rao', accountNumber: '50100123456789', ifsc: 'HDFC0001234', mobile: '+91 98765 43210' }

describe('a player takes money home', () => {
  let casino: TestCasino
  let asha: PlayerActor
  let vikram: PlayerActor
  let owner: AdminActor
  let sockets: PlayerSocket[] = []

  beforeAll(async () => {
    casino = await TestCasino.create()
    owner = await casino.admin()
    ;[asha, vikram] = [await casino.player(), await casino.player()]
    await fund(asha, owner, 2_000)
    await fund(vikram, owner, 2_000)
    sockets = await Promise.all([asha, vikram].map(({ api }) => PlayerSocket.open(casino.gatewayUrl, api.token)))
  })

  afterAll(async () => {
    for (const socket of sockets) socket.close()
    await casino.close()
  })

  const steps = async (player: PlayerActor) =>
    (await player.api.must(listWithdrawals, {})).withdrawals.map((one) => one.steps.map(({ step }) => step).join(' '))

  it('saves a bank account with a password, and is told of it by mail', async () => {
    const { accounts } = await asha.api.must(addAccount, {
      ...account,
      withdrawPassword: 'chai-7',
      currentPassword: asha.password,
    })
    expect(accounts).toMatchObject([{ ...account, mobile: '9876543210', hasWithdrawPassword: true }])
    expect(await casino.mailbox.mail(asha.email, 'A bank account was added')).toContain('6789')
    const missing = await asha.api.call(addAccount, { ...account, mobile: '' })
    expect([missing.status, missing.body.message]).toEqual([400, 'All fields except password are required'])
    const wrong = await asha.api.call(addAccount, { ...account, ifsc: 'HDFC1' })
    expect(wrong.body).toMatchObject({ code: 'invalid_request', params: { fault: 'ifsc' } })
    expect((await vikram.api.must(listAccounts, {})).accounts).toEqual([])
  })

  it.each([
    { what: 'too little', input: { amount: 199 }, status: 400, told: { message: 'Minimum withdrawal amount is ₹200' } },
    { what: 'no amount', input: { amount: 'x' }, status: 400, told: { message: 'Enter a valid amount' } },
    {
      what: 'an account that is not there',
      input: { amount: 300, accountIndex: 2 },
      status: 404,
      told: { code: 'not_found' },
    },
    {
      what: 'another account than was seen',
      input: { amount: 300, accountId: 'other' },
      status: 409,
      told: { code: 'account_changed' },
    },
    {
      what: 'no password',
      input: { amount: 300, withdrawPassword: undefined },
      status: 422,
      told: { code: 'wrong_withdraw_password' },
    },
    { what: 'more than there is', input: { amount: 2_000.01 }, status: 422, told: { code: 'insufficient_balance' } },
  ])('is refused: $what', async ({ input, status, told }) => {
    const asked = { accountIndex: 0, withdrawPassword: 'chai-7', ...input }
    const answer = await asha.api.call(requestWithdrawal, asked)
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, ...told }])
    expect(await asha.balance()).toBe(2_000)
  })

  it('asks for a withdrawal once, however often it is sent, and the money is set aside', async () => {
    const asked = { accountIndex: 0, amount: 700.25, withdrawPassword: 'chai-7' }
    const [first, again] = await Promise.all(
      [1, 2].map(() => asha.api.call(requestWithdrawal, asked, { key: 'take-it-home' })),
    )
    expect(first?.body).toMatchObject({
      success: true,
      balance: 1_299.75,
      withdrawal: { amount: 700.25, status: 'pending' },
    })
    expect(again?.body).toEqual(first?.body)
    expect(await asha.balance()).toBe(1_299.75)
    expect(await steps(asha)).toEqual(['requested held'])
    expect(await vikram.api.must(listWithdrawals, {})).toMatchObject({ withdrawals: [] })
  })

  it('is paid out by an admin, and hears of it alone, while the desk sees who looks at it', async () => {
    const [waiting] = (await owner.api.must(adminListWithdrawals, { status: 'pending' })).withdrawals
    const id = waiting?._id ?? ''
    expect(waiting).toMatchObject({ user: { email: asha.email }, account: { ...account, mobile: '9876543210' } })
    expect((await owner.api.must(claimRequest, { id })).isMine).toBe(true)
    const { hints } = await owner.api.must(requestHints, { id })
    expect(hints.map(({ hint }) => hint)).toEqual(['account_new', 'first_withdrawal', 'no_play_since_deposit'])
    const decisions = await Promise.all(Array.from({ length: 10 }, () => owner.api.call(approveWithdrawal, { id })))
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    const [hers, his] = sockets
    await eventually('her page hears', () => hers?.heard(withdrawalUpdated).at(-1))
    expect(hers?.heard(withdrawalUpdated)).toMatchObject([
      { _id: id, status: 'approved', amount: 700.25, balance: 1_299.75 },
    ])
    expect(his?.heard(withdrawalUpdated)).toEqual([])
    expect(hers?.heard(queueUpdated)).toEqual([])
    expect(hers?.heard(claimChanged)).toEqual([])
    expect(await steps(asha)).toEqual(['requested held approved paid_out'])
    expect(await asha.balance()).toBe(1_299.75)
  })

  it('has the money back from one that is rejected', async () => {
    const asked = { accountIndex: 0, amount: 1_000, withdrawPassword: 'chai-7' }
    const { withdrawal, balance } = await asha.api.must(requestWithdrawal, asked)
    expect(balance).toBe(299.75)
    const { withdrawal: decided } = await owner.api.must(rejectWithdrawal, {
      id: withdrawal._id,
      reason: 'Name differs',
    })
    expect(decided).toMatchObject({ status: 'rejected', rejectionReason: 'Name differs' })
    await eventually('her page hears', () => sockets[0]?.heard(withdrawalUpdated).length === 2)
    expect(sockets[0]?.heard(withdrawalUpdated).at(-1)).toMatchObject({
      status: 'rejected',
      rejectionReason: 'Name differs',
      balance: 1_299.75,
    })
    expect(await asha.balance()).toBe(1_299.75)
    expect(await steps(asha)).toEqual(['requested held rejected returned', 'requested held approved paid_out'])
  })

  it('needs two admins above the amount that the owner has set', async () => {
    await owner.api.must(setApprovalSettings, { secondApprovalAbove: 500 })
    const asked = { accountIndex: 0, amount: 501, withdrawPassword: 'chai-7' }
    const { withdrawal } = await asha.api.must(requestWithdrawal, asked)
    const first = await owner.api.call(approveWithdrawal, { id: withdrawal._id })
    expect([first.status, first.body]).toMatchObject([202, { success: true, pendingSecondApproval: true }])
    const again = await owner.api.call(approveWithdrawal, { id: withdrawal._id })
    expect([again.status, again.body.code]).toEqual([409, 'second_admin_needed'])
    expect(await steps(asha)).toContain('requested held')
    await owner.api.must(rejectWithdrawal, { id: withdrawal._id })
    await owner.api.must(setApprovalSettings, { secondApprovalAbove: null })
  })

  it('deletes the account, with its password in the body of the call', async () => {
    expect((await asha.api.call(deleteAccount, { index: 0 })).status).toBe(422)
    const { accounts } = await asha.api.must(deleteAccount, { index: '0', currentWithdrawPassword: 'chai-7' })
    expect(accounts).toEqual([])
    expect(await steps(asha)).toHaveLength(3)
  })

  it('stands in the file that the owner takes away', async () => {
    const file = await owner.api.download(exportWithdrawals.route.path)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(file.headers.get('content-encoding')).toBe('gzip')
    expect((await file.text()).trim().split('\r\n')).toHaveLength(4)
    expect((await asha.api.download(exportWithdrawals.route.path)).status).toBe(401)
  })

  it('leaves a ledger that adds up', async () => {
    const nowMs = Date.now()
    const state = await eventually(
      'the wallet has proven its ledger once more',
      async () => {
        const ledger = await owner.api.must(getLedgerState, {})
        return Date.parse(ledger.checkedAt ?? '') >= nowMs && ledger
      },
      90_000,
    )
    expect(state.state).toBe('clean')
    expect(state).toMatchObject({ heldTotal: 0, playersTotal: 3_299.75 })
  }, 120_000)
})

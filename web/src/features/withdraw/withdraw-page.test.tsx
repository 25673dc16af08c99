import { describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { listAccounts, listWithdrawals, logout, requestWithdrawal, socketEvents } from '@kismet/contracts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import { sessionEnded, sessionStarted } from '../../entities/session/session-slice.ts'
import { openSite, playerId, session } from '../../testing/open-site.tsx'
import type { OpenSite } from '../../testing/open-site.tsx'
import {
  lockedAccount,
  openAccount,
  openWithdrawals,
  ordersOf,
  submit,
  withdrawal,
} from '../../testing/withdraw-page.ts'

const list = () => within(screen.getByRole('region', { name: 'Your withdrawals' }))
const amount = (): HTMLElement => screen.getByLabelText('Amount')
const { accountId } = openAccount

/** ₹300 to the open account, sent. */
async function ask(site: OpenSite): Promise<void> {
  await site.user.type(amount(), '300')
  await site.user.click(submit())
}

describe('/withdraw', () => {
  it('shows the accounts, the sum by the balance of the server, and the own withdrawals with the times of their steps', async () => {
    const returned = {
      ...withdrawal,
      _id: '01940000-0000-7000-8000-0000000000e2',
      status: 'rejected' as const,
      rejectionReason: 'Check your account details',
      steps: [
        { step: 'requested' as const, at: '2026-11-20T13:42:00.000Z' },
        { step: 'held' as const, at: '2026-11-20T13:42:00.000Z' },
        { step: 'rejected' as const, at: '2026-11-20T14:00:00.000Z' },
        { step: 'returned' as const, at: '2026-11-20T14:01:00.000Z' },
      ],
    }
    const { user } = await openWithdrawals([openAccount], [withdrawal, returned])
    await user.type(amount(), '300')
    expect(screen.getByText('Minimum ₹200 · you can withdraw up to ₹1,000.00')).toBeTruthy()
    const after = () => screen.getByText('Balance after this request').parentElement?.textContent
    expect(after()).toBe('Balance after this request₹700.00')
    // Rejected money is not on hold.
    expect(screen.getByText('Already on hold').parentElement?.textContent).toBe('Already on hold₹300.00')
    await user.type(amount(), '0')
    expect(after()).toBe('Balance after this request–')
    expect(screen.getByText('You can withdraw up to ₹1,000.00')).toBeTruthy()
    expect(amount().getAttribute('aria-invalid')).toBe('true')
    expect(await list().findByText('Check your account details')).toBeTruthy()
    const steps = list()
      .getAllByRole('list', { name: 'Steps' })
      .map((one) => [...one.children].map(({ textContent }) => textContent))
    expect(steps).toEqual([
      ['Requested · 21 Nov 2026, 7:12 pm', 'Amount held · 21 Nov 2026, 7:12 pm'],
      [
        'Requested · 20 Nov 2026, 7:12 pm',
        'Amount held · 20 Nov 2026, 7:12 pm',
        'Rejected · 20 Nov 2026, 7:30 pm',
        'Back in your balance · 20 Nov 2026, 7:31 pm',
      ],
    ])
  })

  it('says that a withdrawal is being paid, and shows the bank reference of a paid one to be copied', async () => {
    const at = '2026-11-21T13:50:00.000Z'
    const step = (name: 'being_paid' | 'approved' | 'paid_out') => ({ step: name, at })
    const beingPaid = { ...withdrawal, steps: [...withdrawal.steps, step('being_paid')] }
    const paid = {
      ...{ ...withdrawal, _id: '01940000-0000-7000-8000-0000000000e2', status: 'approved' as const },
      ...{ paidReference: '412345678901', steps: [...withdrawal.steps, step('approved'), step('paid_out')] },
    }
    const { user } = await openWithdrawals([openAccount], [beingPaid, paid])
    expect(list().getByText('Being paid')).toBeTruthy()
    expect(list().getByText('Being paid · 21 Nov 2026, 7:20 pm')).toBeTruthy()
    expect(list().getByText('412345678901')).toBeTruthy()
    await user.click(list().getByRole('button', { name: 'Copy the bank reference' }))
    expect(await navigator.clipboard.readText()).toBe('412345678901')
  })

  it('says of a request that nobody knows the hold of yet that it is looked into', async () => {
    await openWithdrawals([openAccount], [{ ...withdrawal, steps: withdrawal.steps.slice(0, 1) }])
    expect(await list().findByText('Your money is safe. Checking whether the amount is on hold.')).toBeTruthy()
  })

  it.each([
    { typed: '', says: 'Enter a valid amount' },
    { typed: 'abc', says: 'Enter a valid amount' },
    { typed: '199.99', says: 'Minimum withdrawal amount is ₹200' },
    { typed: '10000000.01', says: 'Maximum withdrawal amount is ₹1,00,00,000' },
  ])('"$typed": $says, and nothing is sent', async ({ typed, says }) => {
    const site = await openWithdrawals([openAccount])
    if (typed !== '') await site.user.type(amount(), typed)
    await site.user.click(submit())
    expect(await screen.findByText(says)).toBeTruthy()
    expect(ordersOf(site)).toEqual([])
  })

  it('goes on saying what is wrong with a field until that one is changed', async () => {
    const { user, gateway } = await openWithdrawals([lockedAccount])
    await user.type(amount(), '100{Enter}')
    expect(await screen.findByText(/^Minimum withdrawal amount is/)).toBeTruthy()
    await user.tab()
    expect(amount()).toHaveProperty('value', '100.00')
    const password = screen.getByLabelText('Withdraw password')
    await user.type(password, 'wrong')
    expect(amount().getAttribute('aria-invalid')).toBe('true')
    await user.clear(amount())
    await user.type(amount(), '300')
    expect(amount().getAttribute('aria-invalid')).not.toBe('true')
    gateway.answer(requestWithdrawal, () => refuse('wrong_withdraw_password'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'))
    await user.click(amount())
    await user.tab()
    expect(amount()).toHaveProperty('value', '300.00')
    expect(password.getAttribute('aria-invalid')).toBe('true')
    await user.type(password, '2')
    expect(password.getAttribute('aria-invalid')).not.toBe('true')
  })

  it('asks for an account where none is saved', async () => {
    const site = await openWithdrawals([])
    await ask(site)
    expect(await screen.findByText('Choose a bank account')).toBeTruthy()
    expect(ordersOf(site)).toEqual([])
  })

  it('sends the request once, with the account by index and id, and shows the balance that the server answers', async () => {
    const site = await openWithdrawals([lockedAccount, openAccount])
    await site.user.click(screen.getByRole('radio', { name: /^A. Rao/ }))
    expect(screen.queryByLabelText('Withdraw password')).toBeNull()
    await ask(site)
    expect(await screen.findByText('Withdrawal submitted')).toBeTruthy()
    expect(ordersOf(site).map(({ body }) => body)).toEqual([{ accountIndex: 1, accountId, amount: 300 }])
    expect(amount()).toHaveProperty('value', '')
    expect(screen.getByText('Balance now').parentElement?.textContent).toBe('Balance now₹700.00')
    expect(site.gateway.requestsOf(listWithdrawals)).toHaveLength(2)
  })

  it('needs the withdraw password of an account that has one, says at its field that it is wrong, and keeps it nowhere', async () => {
    const site = await openWithdrawals([lockedAccount])
    await ask(site)
    expect(await screen.findByText('Enter the withdraw password of this account')).toBeTruthy()
    expect(ordersOf(site)).toEqual([])
    const answers = [refuse('wrong_withdraw_password')]
    site.gateway.answer(
      requestWithdrawal,
      () => answers.shift() ?? ok({ withdrawal, message: '', balance: 700, balanceSeq: 2 }),
    )
    await site.user.type(screen.getByLabelText('Withdraw password'), 'saffron-9')
    await site.user.click(submit())
    expect(await screen.findByText('The withdraw password is wrong.')).toBeTruthy()
    expect(screen.getByLabelText('Withdraw password').getAttribute('aria-invalid')).toBe('true')
    expect(JSON.stringify([sessionStorage, localStorage].map((storage) => Object.entries(storage)))).not.toContain(
      'saffron-9',
    )
    await site.user.click(submit())
    expect(await screen.findByText('Withdrawal submitted')).toBeTruthy()
    const [first, second] = ordersOf(site)
    expect(second?.key).not.toBe(first?.key)
    expect(second?.body).toMatchObject({ withdrawPassword: 'saffron-9' })
    expect(screen.getByLabelText('Withdraw password')).toHaveProperty('value', '')
  })

  it('says at the amount that the balance is not enough', async () => {
    const site = await openWithdrawals([openAccount])
    site.gateway.answer(requestWithdrawal, () => refuse('insufficient_balance', 'Insufficient balance! You have ₹20.'))
    await ask(site)
    expect(await screen.findByText('Insufficient balance! You have ₹20.')).toBeTruthy()
    expect(amount().getAttribute('aria-invalid')).toBe('true')
  })

  it('reads the accounts again where they have changed meanwhile, and sends the new index of the same account', async () => {
    const site = await openWithdrawals([lockedAccount, openAccount])
    await site.user.click(screen.getByRole('radio', { name: /^A. Rao/ }))
    site.gateway.answer(requestWithdrawal, () => refuse('account_changed'))
    site.gateway.answer(listAccounts, () => ok({ accounts: [openAccount] }))
    await ask(site)
    expect(await screen.findByText(/^Your bank accounts have changed\./)).toBeTruthy()
    await screen.findByText('Bank account · 1 of 3 saved')
    site.gateway.answer(requestWithdrawal, () => ok({ withdrawal, message: '', balance: 700, balanceSeq: 2 }))
    await site.user.click(submit())
    await screen.findByText('Withdrawal submitted')
    expect(ordersOf(site).map(({ body }) => body)).toEqual([
      { accountIndex: 1, accountId, amount: 300 },
      { accountIndex: 0, accountId, amount: 300 },
    ])
  })

  it('asks again with the same key where no answer came, and is told as submitted once', async () => {
    const site = await openWithdrawals([openAccount])
    const answers = [null, refuse('unavailable')]
    site.gateway.answer(requestWithdrawal, () =>
      answers.length > 0
        ? (answers.shift() ?? null)
        : ok({ withdrawal, message: '', balance: 700, balanceSeq: 2 }, { replayed: true }),
    )
    await ask(site)
    expect(await screen.findByText(/^Checking whether your request arrived/)).toBeTruthy()
    expect(submit().getAttribute('aria-busy')).toBe('true')
    expect(await screen.findByText('Withdrawal submitted')).toBeTruthy()
    expect(screen.queryByText(/^(We could not confirm|Checking whether your request arrived)/)).toBeNull()
    expect(new Set(ordersOf(site).map(({ key }) => key)).size).toBe(1)
  })

  it('keeps the form over a reload, and the key and the index of what was sent and not answered', async () => {
    const { gateway, user } = await openWithdrawals([openAccount])
    await user.type(amount(), '300')
    cleanup()
    const kept = JSON.parse(sessionStorage.getItem('form:withdraw') ?? '') as { value: object }
    const intent = JSON.stringify([30_000, accountId])
    Object.assign(kept.value, { accountId })
    deleteDrafts()
    sessionStorage.setItem('form:withdraw', JSON.stringify(kept))
    const facts = { amountPaise: 30_000, accountIndex: 2 }
    const sent = { intent, key: 'key-of-before', facts, state: 'sending', session: 'page of before' }
    sessionStorage.setItem(`order:withdraw:${playerId}`, JSON.stringify([sent]))
    const site = openSite('/withdraw', { gateway, sameTab: true })
    expect(await screen.findByText(/^We could not confirm that your request arrived. Look for it/)).toBeTruthy()
    expect(amount()).toHaveProperty('value', '300')
    // Another one in its place, which is refused, takes neither away.
    site.gateway.answer(requestWithdrawal, ({ body }) =>
      (body as { amount: number }).amount === 300
        ? ok({ withdrawal, message: '', balance: 700, balanceSeq: 2 }, { replayed: true })
        : refuse('insufficient_balance', 'Insufficient balance'),
    )
    await site.user.clear(amount())
    await site.user.type(amount(), '400')
    await site.user.click(submit())
    await screen.findByText(/Insufficient balance/)
    expect(screen.getByText(/^We could not confirm your earlier request of ₹300.00/)).toBeTruthy()
    await site.user.clear(amount())
    await site.user.type(amount(), '300')
    await site.user.click(submit())
    await screen.findByText('This is your earlier request. It counts once.')
    expect(screen.queryByText(/^(We could not confirm|Checking whether your request arrived)/)).toBeNull()
    const order = { key: 'key-of-before', body: { accountIndex: 2, accountId, amount: 300 } }
    expect(ordersOf(site)).toEqual([
      { key: expect.not.stringMatching(order.key), body: { ...order.body, accountIndex: 0, amount: 400 } },
      order,
    ])
  })

  it('keeps the key of a withdrawal with an unknown outcome over a logout and another player', async () => {
    const site = await openWithdrawals([openAccount])
    const { gateway, user, store } = site
    gateway.answer(logout, () => ok({ message: '' }))
    gateway.answer(requestWithdrawal, () => null)
    await ask(site)
    await screen.findByText(/^Checking whether your request arrived/)
    await user.click(screen.getByRole('button', { name: /^Player menu/ }))
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await screen.findByLabelText('Password')
    expect(sessionStorage.getItem('form:withdraw')).toBeNull()
    gateway.answer(requestWithdrawal, () => ok({ withdrawal, message: '', balance: 700, balanceSeq: 2 }))
    const before = ordersOf(site).at(-1)?.key
    const comeAs = async (user: typeof session.user, token: string): Promise<void> => {
      act(() => void store.dispatch(sessionStarted({ ...session, user, token })))
      await site.user.click((await screen.findAllByRole('link', { name: 'Withdrawal' }))[0] ?? document.body)
      await screen.findByText('Bank account · 1 of 3 saved')
    }
    await comeAs({ id: playerId.replace(/1$/, '2'), email: 'ravi@example.in' }, 'token-of-ravi')
    expect(screen.queryByText(/^We could not confirm/)).toBeNull()
    await ask(site)
    await screen.findByText('Withdrawal submitted')
    act(() => void store.dispatch(sessionEnded('logout')))
    await comeAs(session.user, 'token-of-later')
    expect(await screen.findByText(/^We could not confirm your earlier request of ₹300.00/)).toBeTruthy()
    await ask(site)
    await screen.findByText('Withdrawal submitted')
    const [ofRavi, again] = ordersOf(site)
      .map(({ key }) => key)
      .slice(-2)
    expect(again).toBe(before)
    expect(ofRavi).not.toBe(before)
  })

  it('sends nothing where the chosen account was deleted elsewhere, until another one is chosen', async () => {
    const first = { ...lockedAccount, hasWithdrawPassword: false }
    const site = await openWithdrawals([first, openAccount])
    const { user, gateway, connection } = site
    await user.click(screen.getByRole('radio', { name: /^A. Rao/ }))
    await user.type(amount(), '300')
    gateway.answer(listAccounts, () => ok({ accounts: [first] }))
    act(() => {
      connection.down()
      connection.up()
    })
    await screen.findByText('Bank account · 1 of 3 saved')
    expect(screen.getByRole('radio')).toHaveProperty('checked', false)
    await user.click(submit())
    expect(await screen.findByText('Choose a bank account')).toBeTruthy()
    expect(ordersOf(site)).toEqual([])
    await user.click(screen.getByRole('radio'))
    await user.click(submit())
    await screen.findByText('Withdrawal submitted')
    expect(ordersOf(site).map(({ body }) => body)).toMatchObject([{ accountId: first.accountId }])
  })

  it.each([
    { status: 'approved', says: 'Withdrawal approved: ₹300.00', shows: 'Approved', balance: 700 },
    { status: 'rejected', says: 'Withdrawal rejected: ₹300.00', shows: 'Rejected', balance: 1_000 },
  ] as const)('moves by itself when it is $status', async ({ status, says, shows, balance }) => {
    const { connection, gateway } = await openWithdrawals([openAccount], [withdrawal])
    await list().findByText('Pending')
    gateway.answer(listWithdrawals, () => ok({ withdrawals: [{ ...withdrawal, status }], nextCursor: null }))
    const { _id, amount: rupees } = withdrawal
    const update = { _id, user: playerId, amount: rupees, status, rejectionReason: null, balance, balanceSeq: 3 }
    act(() => connection.push(socketEvents.withdrawalUpdate, update))
    expect(await list().findByText(shows)).toBeTruthy()
    expect(await screen.findByText(says)).toBeTruthy()
    const text = `Balance now₹${balance === 700 ? '700' : '1,000'}.00`
    await waitFor(() => expect(screen.getByText('Balance now').parentElement?.textContent).toBe(text))
  })
})

import { describe, expect, it } from '@jest/globals'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { listDeposits, login, logout, postDeposit, socketEvents } from '@kismet/contracts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { selectToasts } from '../../entities/notices/notices-slice.ts'
import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import { deposit, fillDeposit, keysOf, openDeposits, proofFile, submit } from '../../testing/deposit-page.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { openSite, playerId } from '../../testing/open-site.tsx'
import type { DepositTexts } from './deposit-rules.ts'
import { depositFields, intentOf } from './deposit-rules.ts'

const otherId = playerId.replace(/1$/, '2')

const amount = (): Promise<HTMLElement> => screen.findByLabelText('Amount')
const goTo = async ({ user }: Pick<OpenSite, 'user'>, name: string): Promise<void> =>
  user.click(screen.getAllByRole('link', { name })[0] ?? document.body)

/** What stands in the form of the page. */
async function texts(): Promise<unknown[]> {
  const field = await amount()
  return [field, screen.getByLabelText('UTR/Reference number')].map((input) => (input as HTMLInputElement).value)
}

/** The page of deposits, filled in; `deposits` are the own requests. */
async function filled(deposits: readonly (typeof deposit)[] = []): Promise<OpenSite> {
  const site = await openDeposits(deposits)
  await fillDeposit(site)
  return site
}

/** The page is filled in and loaded again: what was not written down is gone. With a key it had been sent, and `deposits` are the own requests since. */
async function loadedAgain(idempotencyKey?: string, deposits: readonly (typeof deposit)[] = []): Promise<OpenSite> {
  const { gateway } = await filled()
  cleanup()
  const kept = sessionStorage.getItem('form:deposit') ?? ''
  const { value } = JSON.parse(kept) as { value: DepositTexts }
  const sent = {
    intent: intentOf({ ...value, proof: proofFile }),
    facts: { amountPaise: 200_000, fields: depositFields(value, 200_000), earlier: null },
    state: 'sending',
    session: 'page of before',
  }
  deleteDrafts()
  sessionStorage.setItem('form:deposit', kept)
  if (idempotencyKey !== undefined)
    sessionStorage.setItem(`order:deposit:${playerId}`, JSON.stringify([{ ...sent, key: idempotencyKey }]))
  gateway.answer(listDeposits, () => ok({ deposits: [...deposits], nextCursor: null }))
  return openSite('/deposit', { gateway, sameTab: true })
}

/** The session ends by time, and somebody logs in. */
async function anotherSession(site: OpenSite, _id: string, token: string): Promise<void> {
  act(() => site.connection.push(socketEvents.sessionEnded, { reason: 'inactivity' }))
  await logIn(site, _id, token)
}

/** Somebody logs in, and goes to the deposits. */
async function logIn({ gateway, user }: OpenSite, _id: string, token: string): Promise<void> {
  const name = _id === playerId ? 'asha@example.in' : 'vikram@example.in'
  gateway.answer(login, () =>
    ok({ message: '', user: { _id, email: name, language: 'en', balance: 20, balanceSeq: 4, netResult: 0 }, token }),
  )
  await user.type(await screen.findByLabelText('Email'), name)
  await user.type(screen.getByLabelText('Password'), 'lotus-river')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByRole('link', { name: 'Deposit' })
  await goTo({ user }, 'Deposit')
}

async function logOut({ user }: OpenSite): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^Player menu/ }))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
}

describe('a form that is filled in', () => {
  it('stays while another page is looked at', async () => {
    const site = await filled()
    await goTo(site, 'Dice')
    await screen.findByRole('button', { name: 'Roll' })
    await goTo(site, 'Deposit')
    expect(await texts()).toEqual(['2,000.00', '4127 8830 0934'])
    expect(screen.getByText('proof.png')).toBeTruthy()
  })

  it('stays over the end of the session by time, for its own player', async () => {
    const site = await filled()
    await anotherSession(site, playerId, 'token-of-later')
    expect(await texts()).toEqual(['2,000.00', '4127 8830 0934'])
    expect(screen.getByText('proof.png')).toBeTruthy()
  })

  it('is not shown to another player', async () => {
    const site = await filled()
    await anotherSession(site, otherId, 'token-of-another')
    expect(await texts()).toEqual(['', ''])
    expect(screen.queryByText('proof.png')).toBeNull()
  })

  it('goes with the player who logs out', async () => {
    const site = await filled()
    site.gateway.answer(logout, () => ok({ message: '' }))
    await logOut(site)
    expect(Object.keys(sessionStorage)).toEqual([])
    await logIn(site, playerId, 'token-of-later')
    expect(await texts()).toEqual(['', ''])
    expect(screen.queryByText('proof.png')).toBeNull()
  })

  it('stays when the page is loaded again', async () => {
    await loadedAgain()
    expect(await texts()).toEqual(['2,000.00', '4127 8830 0934'])
    expect(screen.getByText('Choose proof.png again. A reload removes the chosen file.')).toBeTruthy()
  })
})

describe('a form that was sent, and loaded again before its answer', () => {
  it('says that it is unclear, asks for the file, and goes with its own key', async () => {
    const { user, gateway } = await loadedAgain('key-of-before')
    expect(await screen.findByText(/^We could not confirm that your request arrived. Look for it/)).toBeTruthy()
    await user.upload(screen.getByLabelText('Proof (image or PDF)'), proofFile)
    await user.click(submit())
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(keysOf({ gateway })).toEqual(['key-of-before'])
    expect(screen.queryByText(/^(We could not confirm|Checking whether your request arrived)/)).toBeNull()
  })

  it('stays unclear with its own key where it is refused for too many tries', async () => {
    const { user, gateway } = await loadedAgain('key-of-before')
    await user.upload(await screen.findByLabelText('Proof (image or PDF)'), proofFile)
    const wait = { params: { retryAfterMs: 1_000 } }
    gateway.answer(postDeposit, () => refuse('too_many_requests', 'Too many requests', wait))
    await user.click(submit())
    await waitFor(() => expect(keysOf({ gateway })).toHaveLength(1))
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBeNull())
    expect(await screen.findByText(/^Too many/)).toBeTruthy()
    expect(screen.getByText(/^We could not confirm that your request arrived. Look for it/)).toBeTruthy()
    gateway.answer(postDeposit, () => ok({ deposit, message: 'taken' }))
    await user.click(submit())
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(keysOf({ gateway })).toEqual(['key-of-before', 'key-of-before'])
  })

  it('is told as submitted where it stands among the own requests', async () => {
    const { gateway } = await loadedAgain('key-of-before', [deposit])
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(await texts()).toEqual(['', ''])
    expect(gateway.requestsOf(postDeposit)).toEqual([])
  })

  it('is told as submitted where it has been approved since', async () => {
    await loadedAgain('key-of-before', [{ ...deposit, status: 'approved' }])
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(await texts()).toEqual(['', ''])
  })

  it('is told as submitted also where the form was changed meanwhile, which stays as the next one', async () => {
    const { user, gateway, connection } = await loadedAgain('key-of-before')
    await screen.findByText(/^We could not confirm that your request arrived. Look for it/)
    await user.clear(screen.getByLabelText('UTR/Reference number'))
    await user.type(screen.getByLabelText('UTR/Reference number'), '4127 8830 0999')
    gateway.answer(listDeposits, () => ok({ deposits: [deposit], nextCursor: null }))
    const { _id, amount } = deposit
    const news = {
      _id,
      user: playerId,
      amount,
      status: 'pending',
      adminReason: null,
      balance: 20,
      balanceSeq: 4,
    } as const
    act(() => connection.push(socketEvents.depositUpdate, news))
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(await texts()).toEqual(['2,000.00', '4127 8830 0999'])
  })
})

describe('an upload under way', () => {
  /** The form is sent, and its answer is in the hand of the test. */
  async function underWay(
    deposits: readonly (typeof deposit)[] = [],
  ): Promise<{ site: OpenSite; answer: (reply: Reply<typeof postDeposit>) => void }> {
    const site = await filled(deposits)
    const answer = Promise.withResolvers<Reply<typeof postDeposit>>()
    site.gateway.answer(postDeposit, () => answer.promise)
    await site.user.click(submit())
    await waitFor(() => expect(keysOf(site)).toHaveLength(1))
    return { site, answer: (reply) => answer.resolve(reply) }
  }

  it('goes on while another page is looked at: the form is busy until its answer, and empty after it', async () => {
    const { site, answer } = await underWay()
    await goTo(site, 'Dice')
    await screen.findByRole('button', { name: 'Roll' })
    await goTo(site, 'Deposit')
    expect(await texts()).toEqual(['2,000.00', '4127 8830 0934'])
    expect(submit().getAttribute('aria-busy')).toBe('true')
    answer(ok({ deposit, message: 'taken' }))
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    await waitFor(async () => expect(await texts()).toEqual(['', '']))
    expect(screen.queryByText('proof.png')).toBeNull()
  })

  it('cannot be changed until its answer', async () => {
    const { site, answer } = await underWay()
    await site.user.type(await amount(), '7')
    await site.user.type(screen.getByLabelText('UTR/Reference number'), '999')
    await site.user.click(screen.getByRole('button', { name: '₹500' }))
    await site.user.click(screen.getByRole('radio', { name: 'NEFT' }))
    expect(await texts()).toEqual(['2,000.00', '4127 8830 0934'])
    expect(screen.getByRole('radio', { name: 'UPI' }).getAttribute('aria-checked')).toBe('true')
    answer(ok({ deposit, message: 'taken' }))
    await waitFor(async () => expect(await texts()).toEqual(['', '']))
    await site.user.type(await amount(), '7')
    expect(await texts()).toEqual(['7', ''])
  })

  it('says nothing to anybody after its player has logged out', async () => {
    const { site } = await underWay()
    site.gateway.answer(logout, () => ok({ message: '' }))
    const told = (): string[] => selectToasts(site.store.getState()).map(({ text }) => text)
    await logOut(site)
    await screen.findByLabelText('Password')
    expect(told()).toEqual([])
    await logIn(site, otherId, 'token-of-another')
    expect(await texts()).toEqual(['', ''])
    expect(told()).toEqual([])
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('whose session has ended is told as submitted where it was rejected since, not where the same was before', async () => {
    const before = { ...deposit, status: 'rejected', adminReason: 'Amount differs' } as const
    const { site, answer } = await underWay([before])
    act(() => site.connection.push(socketEvents.sessionEnded, { reason: 'inactivity' }))
    answer(null)
    await logIn(site, playerId, 'token-of-later')
    await screen.findByText('Rejected')
    await screen.findByText(/^We could not confirm that your request arrived. Look for it/)
    const since = { ...before, _id: deposit._id.replace(/1$/, '2') }
    site.gateway.answer(listDeposits, () => ok({ deposits: [since, before], nextCursor: null }))
    const { _id, user, amount, status, adminReason } = since
    const news = { _id, user, amount, status, adminReason, balance: 20, balanceSeq: 5 }
    act(() => site.connection.push(socketEvents.depositUpdate, news))
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(await texts()).toEqual(['', ''])
  })

  it('whose session has ended is kept, tells another nothing, and is sent again with its own key', async () => {
    const { site, answer } = await underWay()
    await anotherSession(site, otherId, 'token-of-another')
    answer(ok({ deposit, message: 'taken' }))
    await waitFor(async () => expect(await texts()).toEqual(['', '']))
    expect(submit().getAttribute('aria-busy')).toBeNull()
    expect(screen.queryByText(/Deposit submitted|session has ended/)).toBeNull()

    await anotherSession(site, playerId, 'token-of-later')
    expect(await texts()).toEqual(['2,000.00', '4127 8830 0934'])
    site.gateway.answer(postDeposit, () => ok({ deposit, message: 'taken' }, { replayed: true }))
    await site.user.click(submit())
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(new Set(keysOf(site)).size).toBe(1)
  })
})

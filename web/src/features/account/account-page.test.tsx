import { describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  changePassword,
  closeAccount,
  endOtherSessions,
  endOwnSession,
  getLimits,
  getOwnAccount,
  getProfile,
  listAccounts,
  listDeposits,
  listWithdrawals,
  socketEvents,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { openSite, playerId } from '../../testing/open-site.tsx'
import type { OpenSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'
import { openAccount, withdrawal } from '../../testing/withdraw-page.ts'

type Session = WireOutput<typeof getOwnAccount>['sessions'][number]

const here: Session = {
  sessionId: '01940000-0000-7000-8000-0000000000a1',
  device: 'Chrome on Windows',
  startedAt: '2026-11-21T13:20:00.000Z',
  lastActiveAt: '2026-11-21T13:42:00.000Z',
  isThis: true,
}
const phone = { ...here, sessionId: '01940000-0000-7000-8000-0000000000a2', device: 'Safari on iPhone', isThis: false }
const unknown = { ...phone, sessionId: '01940000-0000-7000-8000-0000000000a3', device: null }
const account = { email: 'asha@example.in', verifiedAt: '2026-08-03T06:00:00.000Z', language: 'en' } as const

/** A player who is logged in at these places. */
async function open(...sessions: Session[]): Promise<OpenSite> {
  const gateway = new PlayerGateway()
  let own = sessions
  const read = () => ({ sessions: own })
  gateway.answer(getOwnAccount, () => ok({ ...account, ...read() }))
  gateway.answer(endOwnSession, ({ params }) => {
    own = own.filter(({ sessionId }) => sessionId !== params.sessionId)
    return ok(read())
  })
  gateway.answer(endOtherSessions, () => {
    own = own.filter(({ isThis }) => isThis)
    return ok(read())
  })
  const site = openSite('/account', { gateway })
  await screen.findByText('You')
  return site
}

const textOf = (content: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(content)
  })
const button = (name: string): HTMLElement => screen.getByRole('button', { name })

describe('/account', () => {
  it('says who the player is and where they are logged in; one session ends, then all others', async () => {
    const { user, gateway } = await open(here, phone, unknown)
    expect(await screen.findByText('3 Aug 2026')).toBeTruthy()
    expect(await screen.findByText('3 sessions')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'End the session on Chrome on Windows' })).toBeNull()
    await user.click(button('End the session on Safari on iPhone'))
    await screen.findByText('2 sessions')
    expect(gateway.requestsOf(endOwnSession).map(({ params }) => params)).toEqual([{ sessionId: phone.sessionId }])
    expect(button('End the session on Unknown device')).toBeTruthy()
    await user.click(button('End all others'))
    await screen.findByText('1 session')
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull()
  })

  it('keeps what is being written where the account cannot be read, and shows it once it can', async () => {
    const gateway = new PlayerGateway()
    const answer = Promise.withResolvers<null>()
    gateway.answer(getOwnAccount, () => answer.promise)
    const { user } = openSite('/account', { gateway })
    await user.type(await screen.findByLabelText('Current password'), 'first-one')
    await user.click(screen.getByLabelText('I understand that my account cannot be reopened'))
    answer.resolve(null)
    await screen.findByText('Your account could not be loaded')
    for (const title of ['You', 'Your sessions']) expect(screen.queryByText(title)).toBeNull()
    expect(button('Download my data').closest('.unknown')).toBeNull()
    gateway.answer(getOwnAccount, () => ok({ ...account, sessions: [here] }))
    await user.click(button('Try again'))
    expect(await screen.findByText('1 session')).toBeTruthy()
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', 'first-one')
    expect(screen.getByLabelText('Your password')).toBeTruthy()
  })

  it('changes the password with the one of before, then leads to the login', async () => {
    const { user, gateway } = await open(here)
    gateway.answer(changePassword, () => refuse('wrong_password'))
    await user.click(button('Change password'))
    expect(await screen.findByText('All fields are required.')).toBeTruthy()
    await user.type(screen.getByLabelText('Current password'), 'first-one')
    await user.type(screen.getByLabelText('New Password'), 'short')
    await user.click(button('Change password'))
    expect(await screen.findByText('8 to 128 characters. You have 5.')).toBeTruthy()
    expect(gateway.requestsOf(changePassword)).toEqual([])
    await user.type(screen.getByLabelText('New Password'), '-but-longer')
    await user.click(button('Change password'))
    expect(await screen.findByText('The password is wrong.')).toBeTruthy()
    gateway.answer(changePassword, () => ok({ message: '' }))
    await user.click(button('Change password'))
    expect(await screen.findByText('You were logged out because the password was changed.')).toBeTruthy()
    expect(gateway.requestsOf(changePassword).at(-1)?.body).toEqual({
      currentPassword: 'first-one',
      newPassword: 'short-but-longer',
    })
  })

  it('hands over one file of all that is told of the player, in rupees; where a part is missing there is none', async () => {
    const made: Blob[] = []
    URL.createObjectURL = (content) => `blob:${made.push(content as Blob)}`
    URL.revokeObjectURL = () => undefined
    const { user, gateway } = await open(here)
    const figures = { balance: 1_000.5, balanceSeq: 1, awaitingBonus: 0, firstDepositAmount: 0 }
    gateway.answer(getProfile, () =>
      ok({
        user: { _id: playerId, email: 'asha@example.in', username: null, ...figures, totalBetsAfterFirstDeposit: 0 },
      }),
    )
    gateway.answer(getLimits, () => ok({ limits: [], timeOutUntil: null, excludedUntil: null }))
    gateway.answer(listAccounts, () => ok({ accounts: [openAccount] }))
    gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
    gateway.answer(listWithdrawals, () => refuse('unavailable'))
    await user.click(button('Download my data'))
    expect(await screen.findByText('The service is not available right now. Please try again.')).toBeTruthy()
    expect(made).toEqual([])
    gateway.answer(listWithdrawals, ({ query }) =>
      query.get('cursor') === null
        ? ok({ withdrawals: [withdrawal], nextCursor: 'next' })
        : ok({ withdrawals: [{ ...withdrawal, amount: 200.25 }], nextCursor: null }),
    )
    await user.click(button('Download my data'))
    await waitFor(() => expect(made).toHaveLength(1))
    const file = JSON.parse(await textOf(made[0] ?? new Blob())) as Record<string, unknown>
    expect(file).toMatchObject({
      profile: { user: { balance: 1_000.5 } },
      bankAccounts: { accounts: [openAccount] },
      withdrawals: [{ amount: withdrawal.amount }, { amount: 200.25 }],
      account: { sessions: [here] },
    })
    expect(JSON.stringify(file)).not.toMatch(/[pP]assword":\s*"/)
  })

  it('sends who has too little for a withdrawal to support before the account is closed', async () => {
    const { connection } = await open(here)
    const update = { balance: 37.5, balanceSeq: 2, netResult: 0, reason: 'settle', bonusReleased: false } as const
    act(() => connection.push(socketEvents.balanceUpdate, update))
    const panel = within(screen.getByRole('region', { name: 'Close the account' }))
    expect(panel.getByText(/^₹37.50 is below the minimum withdrawal/)).toBeTruthy()
    expect(panel.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe('/support')
  })

  it('closes the account only for who has understood it and knows the password, and says what it still holds', async () => {
    const { user, gateway } = await open(here)
    expect(screen.getByText(/^Withdraw ₹1,000.00 before you close/)).toBeTruthy()
    expect(button('Close my account')).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox'))
    await user.click(button('Close my account'))
    expect(await screen.findByText('Please enter your password.')).toBeTruthy()
    const form = within(screen.getByRole('region', { name: 'Close the account' }))
    await user.type(form.getByLabelText('Your password'), 'first-one')
    gateway.answer(closeAccount, () => null)
    await user.click(button('Close my account'))
    expect(await screen.findByText(/^We could not confirm that your account is closed/)).toBeTruthy()
    gateway.answer(closeAccount, () => refuse('account_not_empty', undefined, { params: { holds: 'balance' } }))
    await user.click(button('Close my account'))
    expect(await screen.findByText('The account is not empty. Withdraw your balance first.')).toBeTruthy()
    gateway.answer(closeAccount, () => ok({ message: '' }))
    await user.click(button('Close my account'))
    expect(await screen.findByText('Your account has been closed.')).toBeTruthy()
    expect(gateway.requestsOf(closeAccount).at(-1)?.body).toEqual({ password: 'first-one' })
  })
})

it('a logout while a file is fetched shows no error', async () => {
  const { gateway, user } = await open(here)
  const held = Promise.withResolvers<null>()
  gateway.answer(getProfile, () => held.promise)
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  await waitFor(() => expect(gateway.requestsOf(getProfile).length).toBeGreaterThan(0))
  await user.click(screen.getByRole('button', { name: /^Player menu/ }))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByRole('tab', { name: 'Sign Up' })
  await act(async () => {
    held.resolve(null)
    await held.promise
  })
  expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual([])
})

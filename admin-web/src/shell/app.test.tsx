import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse, strange } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminActivity,
  adminListDeposits,
  adminLogin,
  beginTotpAtLogin,
  adminLogout,
  getOnlineUsers,
  limits,
  socketEvents,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { openApp, sessionOf } from '../testing/open-app.tsx'
import { toastShown } from '../entities/notices/notices-slice.ts'
import { storedSession } from '../entities/session/storage.ts'

const heading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { name, level: 1 })

afterEach(() => localStorage.clear())

describe('the way in', () => {
  it('sends who is not logged in to the login, and back to where they were going', async () => {
    const { user, office, address, live } = openApp('/admin/deposit-requests?status=approved', { role: null })
    office.answer(adminLogin, () => ok({ ...sessionOf('cashier'), message: 'Welcome back.' }))
    await user.type(await screen.findByLabelText('Username'), 'some.cashier')
    expect(address()).toBe('/admin/login')
    expect(screen.queryByRole('navigation')).toBeNull()
    await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
    await heading('Deposit requests')
    expect(screen.getAllByRole('navigation')).not.toEqual([])
    expect(address()).toBe('/admin/deposit-requests?status=approved')
    expect(screen.getByText('Welcome back.')).toBeTruthy()
    expect(storedSession.read()?.token).toBe('token-of-cashier')
    expect(live.tokens).toEqual(['token-of-cashier'])
  })

  it.each([
    {
      name: 'the server says no',
      answer: () => refuse('invalid_credentials', 'Wrong username, password or code.'),
      says: 'Wrong username, password or code.',
    },
    { name: 'the network is down', answer: () => null, says: 'Network error. Please try again.' },
    { name: 'the server says nothing', answer: () => strange(400), says: 'Login failed' },
  ])('says Login failed when $name', async ({ answer, says }) => {
    const { user, office, address } = openApp('/admin/login', { role: null })
    office.answer(adminLogin, answer)
    await user.type(await screen.findByLabelText('Username'), 'asha')
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Login failed')).toBeTruthy()
    expect(alert.textContent).toContain(says)
    expect(address()).toBe('/admin/login')
  })

  it('asks for the code and for a password of one’s own where the account needs them', async () => {
    const { user, office } = openApp('/admin/login', { role: null })
    office.answer(adminLogin, ({ body }) => {
      const { totp, newPassword } = body as { totp?: string; newPassword?: string }
      if (totp === undefined) return refuse('totp_required')
      if (newPassword === undefined) return refuse('new_password_required')
      return ok({ ...sessionOf('cashier'), message: 'Welcome back.' })
    })
    await user.type(await screen.findByLabelText('Username'), 'asha')
    await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
    await screen.findByText('One more step')
    expect(document.activeElement).toBe(screen.getByLabelText(/^6-digit code/))
    await user.keyboard('482 917{Enter}')
    await screen.findByText('Choose a new password')
    expect(document.activeElement).toBe(screen.getByLabelText('New password'))
    await user.keyboard('a-password-of-my-own{Enter}')
    await heading('Dashboard')
    const own = { username: 'asha', password: 'a long password', totp: '482917', newPassword: 'a-password-of-my-own' }
    expect(office.requestsOf(adminLogin).at(-1)?.body).toEqual(own)
  })

  it('keeps the code where one types after a wrong one', async () => {
    const { user, office } = openApp('/admin/login', { role: null })
    office.answer(adminLogin, ({ body }) =>
      'totp' in (body as object)
        ? refuse('invalid_credentials', 'Wrong username, password or code.')
        : refuse('totp_required'),
    )
    await user.type(await screen.findByLabelText('Username'), 'asha')
    await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
    await screen.findByText('One more step')
    await user.keyboard('111111{Enter}')
    await screen.findByText('Wrong username, password or code.')
    expect(document.activeElement).toBe(screen.getByLabelText(/^6-digit code/))
  })

  it('has who may not log in without two steps set them up, and logs in with the first code', async () => {
    const { user, office, store } = openApp('/admin/login', { role: null })
    const codes = ['7F3K-M2QP', 'C9TD-4HXW']
    let isLost = false
    const secret = 'K4ZQ7MWTD2XHR5VBNJ3YEPLAGOSC6UFI'
    office.answer(beginTotpAtLogin, () =>
      ok({ secret, uri: `otpauth://totp/asha?secret=${secret}`, recoveryCodes: codes }),
    )
    office.answer(adminLogin, ({ body }) => {
      const { totp, newPassword } = body as { totp?: string; newPassword?: string }
      if (isLost) return null
      if (totp === undefined) return refuse('totp_set_up_required')
      if (totp !== '482917') return refuse('invalid_credentials', 'Wrong username, password or code.')
      if (newPassword === undefined) return refuse('new_password_required')
      return ok({ ...sessionOf('cashier'), message: 'Welcome back.' })
    })
    await user.type(await screen.findByLabelText('Username'), 'asha')
    await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
    await screen.findByText('Two-step login is compulsory')
    await user.click(await screen.findByRole('button', { name: 'Set up two-step login' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-step login' }))
    dialog.getByText('7F3K-M2QP')
    await user.click(dialog.getByRole('checkbox', { name: /^I stored them/ }))
    await user.type(dialog.getByLabelText('6-digit code'), '111111{Enter}')
    await dialog.findByText('Wrong username, password or code.')
    await user.clear(dialog.getByLabelText('6-digit code'))
    expect(dialog.queryByText('Wrong username, password or code.')).toBeNull()
    isLost = true
    await user.type(dialog.getByLabelText('6-digit code'), '482917{Enter}')
    await dialog.findByText(/^No answer from the server\. Two-step login may already be on\. Keep the codes/)
    isLost = false
    await user.type(dialog.getByLabelText('6-digit code'), '{Enter}')
    await user.type(await screen.findByLabelText('New password'), 'a-password-of-my-own{Enter}')
    await heading('Dashboard')
    expect(office.requestsOf(beginTotpAtLogin).map(({ body }) => body)).toEqual([
      { username: 'asha', password: 'a long password' },
    ])
    for (const told of [secret, ...codes]) expect(JSON.stringify(store.getState())).not.toContain(told)
  })

  it('asks for both fields without a call', async () => {
    const { user, office } = openApp('/admin/login', { role: null })
    await user.click(await screen.findByRole('button', { name: 'Login' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Please enter your username and password.')
    expect(office.requestsOf(adminLogin)).toHaveLength(0)
  })

  it('goes on at once when somebody is logged in already, and to pages of this app only', async () => {
    const { address } = openApp('/admin/login')
    await heading('Dashboard')
    expect(address()).toBe('/admin/')
  })
})

describe('the end of a session', () => {
  it('any 401 logs out, keeps the origin and says so', async () => {
    const { office, live, address } = openApp('/admin/deposit-requests')
    await heading('Deposit requests')
    office.answer(adminListDeposits, () => refuse('unauthenticated', 'Authentication required'))
    act(() => live.push(socketEvents.queueUpdate, { deposits: 1, withdrawals: 0 }))
    expect(await screen.findByText('You were logged out')).toBeTruthy()
    expect(address()).toBe('/admin/login')
    expect(storedSession.read()).toBeNull()
    expect(live.token).toBeNull()
  })

  it('a logout tells the server and leaves nothing behind', async () => {
    const { user, office } = openApp('/admin/')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Admin login' })
    expect(office.requestsOf(adminLogout)[0]?.headers.get('Authorization')).toBe('Bearer token-of-owner')
    expect(storedSession.read()).toBeNull()
    expect(screen.queryByText('You were logged out')).toBeNull()
  })

  it.each([
    { reason: 'inactivity', says: '60 minutes without activity.' },
    { reason: 'password_changed', says: 'Your session has ended.' },
  ])('the server ends it for $reason', async ({ reason, says }) => {
    const { live } = openApp('/admin/')
    await heading('Dashboard')
    act(() => live.push(socketEvents.sessionEnded, { reason }))
    expect(await screen.findByText(says)).toBeTruthy()
  })

  it('leaves none of its messages to who comes next', async () => {
    const { store, live } = openApp('/admin/')
    await heading('Dashboard')
    act(() => void store.dispatch(toastShown('bad', 'Whether ₹5,000 of asha was approved could not be found out.')))
    expect(await screen.findByText(/of asha was approved/)).toBeTruthy()
    act(() => live.push(socketEvents.sessionEnded, { reason: 'inactivity' }))
    await screen.findByText('60 minutes without activity.')
    expect(screen.queryByText(/of asha was approved/)).toBeNull()
  })

  it('input is told to the server, at most once a minute', async () => {
    const { user, office } = openApp('/admin/')
    await heading('Dashboard')
    await user.keyboard('xyz')
    await waitFor(() => expect(office.requestsOf(adminActivity)).toHaveLength(1))
  })

  it('60 minutes without activity end it', async () => {
    const { user } = openApp('/admin/')
    await heading('Dashboard')
    storedSession.writeLastActivity(Date.now() - limits.session.inactivityMs - 1)
    // The computer slept; the first sign of a person comes too late.
    const realNow = Date.now
    Date.now = () => realNow() + limits.session.inactivityMs + 60_000
    try {
      await user.keyboard('x')
      expect(await screen.findByText('60 minutes without activity.')).toBeTruthy()
    } finally {
      Date.now = realNow
    }
  })
})

it('how many are online is asked every 10 s', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const { office } = openApp('/admin/')
  await heading('Dashboard')
  const before = office.requestsOf(getOnlineUsers).length
  await act(() => jest.advanceTimersByTimeAsync(10_000))
  expect(office.requestsOf(getOnlineUsers).length).toBeGreaterThan(before)
  jest.useRealTimers()
})

describe('roles', () => {
  it.each([
    { role: 'cashier', path: '/admin/qr-settings', says: 'Owners and auditors only' },
    { role: 'support', path: '/admin/game-mode', says: 'Owners and auditors only' },
  ] as const)('$role finds $path locked', async ({ role, path, says }) => {
    openApp(path, { role })
    expect(await screen.findByText(says)).toBeTruthy()
    expect(screen.getByText('Back to the dashboard')).toBeTruthy()
  })

  it('an auditor reads the settings and changes none', async () => {
    openApp('/admin/qr-settings', { role: 'auditor' })
    expect((await screen.findAllByText('read only')).length).toBeGreaterThan(0)
    expect(screen.queryByText('Add account')).toBeNull()
  })

  it('an auditor cannot switch maintenance', async () => {
    openApp('/admin/game-mode', { role: 'auditor' })
    expect(await screen.findByRole('switch')).toHaveProperty('disabled', true)
  })
})

import { getBalance, getSiteMaintenance, logout, playDice, socketEvents } from '@kismet/contracts'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { callUnreached, connectionDown, connectionUp, numbersRead } from '@kismet/app-kit/live/connection-slice.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { PlayerGateway } from '../testing/player-gateway.ts'
import { openSite, playerId } from '../testing/open-site.tsx'
import { formatClock } from '@kismet/ui/format/time.ts'
import { paths } from '../core/paths.ts'
import { selectBalanceAsOfMs } from '../entities/session/balance-slice.ts'

const loginTab = (): Promise<HTMLElement> => screen.findByRole('tab', { name: 'Login' })

describe('who may see what', () => {
  it.each([
    paths.home,
    '/casino',
    '/casino/dice',
    paths.deposit,
    paths.withdraw,
    paths.accountStatement,
    paths.awaitingBonus,
    paths.minesAuto,
  ])('a visitor of %s is led to the login', async (path) => {
    openSite(path, { loggedIn: false })
    expect(await loginTab()).toBeTruthy()
  })

  it.each([
    [paths.fairness, 'Every result is locked in before you bet'],
    [paths.support, 'Support & Help Center'],
    [paths.terms, 'Terms of Service'],
    [paths.privacy, 'Privacy Policy'],
    [paths.sportsbook, 'Sportsbook'],
    ['/casino-royale', 'Oops! Page not found'],
  ])('a visitor of %s reads it', async (path, title) => {
    openSite(path, { loggedIn: false })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  })

  it.each([
    ['/', 'Slots'],
    ['/casino', 'Slots'],
    ['/casino/aviator', 'Aviator'],
    ['/casino/dice', 'Dice'],
    ['/casino/%73lots', 'Slots'],
    ['/casino/%2573lots', 'Oops! Page not found'],
    ['/casino/poker', 'Oops! Page not found'],
    ['/sportsbook', 'Sportsbook'],
    ['/wallet', 'Wallet'],
    ['/history', 'Dashboard'],
  ])('a player of %s is at %s', async (path, title) => {
    openSite(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  })

  it('a player has no business at the login', async () => {
    openSite(paths.auth)
    expect(await screen.findByRole('button', { name: 'SPIN' })).toBeTruthy()
  })
})

describe('the end of a session (spec 4.11)', () => {
  it('logs out at the server with the token, forgets everything here and goes to the login', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(logout, () => ok({ message: '' }))
    const { user } = openSite(paths.fairness, { gateway })
    await user.click(await screen.findByRole('button', { name: /^Player menu/ }))
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    expect(await loginTab()).toBeTruthy()
    expect(localStorage.getItem('token')).toBeNull()
    expect(gateway.requestsOf(logout)[0]?.headers.get('Authorization')).toBe('Bearer token-of-asha')
  })

  it.each([
    ['a 403', 'forbidden'],
    ['a 401', 'unauthenticated'],
  ] as const)('comes with %s of the balance', async (_, code) => {
    const gateway = new PlayerGateway()
    gateway.answer(getBalance, () => refuse(code))
    openSite(paths.awaitingBonus, { gateway })
    expect(await loginTab()).toBeTruthy()
    expect(localStorage.getItem('user')).toBeNull()
  })

  it('comes with a 401 of any call', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(playDice, () => refuse('unauthenticated', 'Authentication required'))
    const { user } = openSite('/casino/dice', { gateway })
    await user.click(await screen.findByRole('button', { name: 'Roll' }))
    expect(await loginTab()).toBeTruthy()
    expect(screen.getByText('Your session has ended. Please log in again.')).toBeTruthy()
  })

  it('does not come with a balance that could not be reached', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getBalance, () => refuse('unavailable', 'down'))
    openSite('/casino/dice', { gateway })
    expect(await screen.findByRole('button', { name: 'Roll' })).toBeTruthy()
    await waitFor(() => expect(gateway.requestsOf(getBalance)).toHaveLength(1))
    expect(localStorage.getItem('token')).toBe('token-of-asha')
  })

  it('comes when the server says so on the live connection', async () => {
    const { connection } = openSite('/casino/slots')
    await screen.findByRole('heading', { level: 1, name: 'Slots' })
    act(() => connection.push(socketEvents.sessionEnded, { reason: 'password_reset' }))
    expect(await loginTab()).toBeTruthy()
    expect(screen.getByText('You were logged out because the password was changed.')).toBeTruthy()
  })

  it('comes when another tab logs out', async () => {
    openSite('/casino/slots')
    await screen.findByRole('heading', { level: 1, name: 'Slots' })
    act(() => {
      localStorage.clear()
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    })
    expect(await loginTab()).toBeTruthy()
  })
})

describe('the connection', () => {
  it('is told when it is away, with the age of the balance and what it means for a bet, and no more when it is back', async () => {
    const { store, connection } = openSite('/casino/dice')
    await screen.findByRole('button', { name: 'Roll' })
    act(() => connection.clock(3_600_000))
    act(() => {
      store.dispatch(connectionUp())
      store.dispatch(connectionDown(1))
    })
    expect(await screen.findByText('Reconnecting…')).toBeTruthy()
    act(() => void store.dispatch(callUnreached()))
    expect(await screen.findByText('You are offline')).toBeTruthy()
    const said = screen.getByText(/^Balance from .* No bet is taken twice\.$/).textContent
    // By the clock of the server, and only good answers that had the balance count.
    expect(said).toContain(`from ${formatClock((selectBalanceAsOfMs(store.getState()) ?? 0) + 3_600_000)}.`)
    act(() => void store.dispatch(numbersRead(Date.now() + 7_200_000)))
    expect(screen.getByText(/^Balance from/).textContent).toBe(said)
    act(() => void store.dispatch(connectionUp()))
    expect(screen.queryByText('You are offline')).toBeNull()
  })

  it('is told when only a reload brings it, until it is there', async () => {
    const { connection } = openSite('/casino/dice')
    await screen.findByRole('button', { name: 'Roll' })
    act(() => connection.down())
    act(() => connection.stuck())
    expect(await screen.findByText('Live updates have stopped. Reload this page.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    act(() => connection.up())
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  })

  it('is nothing to a visitor', async () => {
    const { store } = openSite(paths.fairness, { loggedIn: false })
    await screen.findByRole('heading', { level: 1 })
    act(() => void store.dispatch(connectionDown(1)))
    expect(screen.queryByText('Reconnecting…')).toBeNull()
  })
})

describe('a login in another tab', () => {
  it('is followed once all of it has arrived: the token comes last', async () => {
    openSite(paths.auth, { loggedIn: false })
    await loginTab()
    const arrives = (key: string, text: string): void => {
      localStorage.setItem(key, text)
      window.dispatchEvent(new StorageEvent('storage', { key }))
    }
    act(() => arrives('user', JSON.stringify({ _id: playerId, email: 'asha@example.in' })))
    expect(localStorage.getItem('user')).not.toBeNull()
    act(() => arrives('balance', '250000'))
    act(() => arrives('token', 'token-of-asha'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Slots' })).toBeTruthy()
  })
})

describe('the balance', () => {
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  it('moves by itself when the server tells of it', async () => {
    const { connection } = openSite('/casino/slots')
    expect(await screen.findByText('₹1,000.00')).toBeTruthy()
    act(() =>
      connection.push(socketEvents.balanceUpdate, {
        balance: 3_000.5,
        balanceSeq: 2,
        netResult: 50,
        reason: 'deposit',
        bonusReleased: false,
      }),
    )
    expect(await screen.findByText('₹3,000.50')).toBeTruthy()
  })

  it.each([paths.fairness, '/casino/dice', paths.awaitingBonus])(
    'has the news of a decided deposit with it, at %s as at any page',
    async (path) => {
      const { connection } = openSite(path)
      await screen.findByText('₹1,000.00')
      const update = { _id: playerId, user: playerId, amount: 2_000, adminReason: null, balance: 3_000, balanceSeq: 2 }
      act(() => connection.push(socketEvents.depositUpdate, { ...update, status: 'approved' }))
      expect(await screen.findByText('Deposit approved: ₹2,000.00')).toBeTruthy()
      expect(await screen.findByText('₹3,000.00')).toBeTruthy()
    },
  )

  it('is read every 30 s, each time for 10 s at most', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    const waits = jest.spyOn(AbortSignal, 'timeout')
    const { gateway } = openSite('/casino/slots')
    await screen.findByText('₹1,000.00')
    const asked = (): number => gateway.requestsOf(getBalance).length
    const before = asked()
    gateway.answer(getBalance, () => ok({ balance: 1_250, balanceSeq: 2, netResult: 50 }))
    await act(() => jest.advanceTimersByTimeAsync(30_000))
    expect(await screen.findByText('₹1,250.00')).toBeTruthy()
    expect(asked()).toBe(before + 1)
    expect(waits).toHaveBeenCalledWith(10_000)
  })

  it('brings the news of the bonus once', async () => {
    const { connection } = openSite('/casino/slots')
    await screen.findByText('₹1,000.00')
    const update = { balance: 1_100, balanceSeq: 2, netResult: 50, reason: 'bonus', bonusReleased: true }
    act(() => connection.push(socketEvents.balanceUpdate, update))
    act(() => connection.push(socketEvents.balanceUpdate, update))
    expect(await screen.findAllByText('Your first deposit bonus has been credited to your balance!')).toHaveLength(1)
  })
})

describe('maintenance (spec 2.14)', () => {
  it('takes the place of every page, the login too', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
    openSite(paths.auth, { loggedIn: false, gateway })
    expect(await screen.findByRole('heading', { name: 'SITE UNDER MAINTENANCE' })).toBeTruthy()
    expect(screen.getByText("We'll be back soon. Thank you for your patience!")).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'Login' })).toBeNull()
  })

  it('is asked about on every change of the path', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getSiteMaintenance, () => null)
    const { user } = openSite('/casino/slots', { gateway })
    await user.click((await screen.findAllByRole('link', { name: 'Dice' }))[0] ?? document.body)
    expect(await screen.findByRole('heading', { level: 1, name: 'Dice' })).toBeTruthy()
    await waitFor(() => expect(gateway.requestsOf(getSiteMaintenance)).toHaveLength(2))
  })

  it('stays as it was told when a later check fails', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
    const { connection } = openSite('/casino/slots', { gateway })
    const screenUp = (): Promise<HTMLElement> => screen.findByRole('heading', { name: 'SITE UNDER MAINTENANCE' })
    await screenUp()
    gateway.answer(getSiteMaintenance, () => null)
    act(() => connection.up())
    await waitFor(() => expect(gateway.requestsOf(getSiteMaintenance).length).toBeGreaterThan(1))
    expect(await screenUp()).toBeTruthy()
  })

  it('keeps what was typed for afterwards', async () => {
    const { connection, user } = openSite(paths.deposit)
    await user.type(await screen.findByLabelText('UTR/Reference number'), '4127 8830')
    act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
    await screen.findByRole('heading', { name: 'SITE UNDER MAINTENANCE' })
    act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: false }))
    expect(await screen.findByLabelText('UTR/Reference number')).toHaveProperty('value', '4127 8830')
  })

  it('comes and goes with the news on the live connection', async () => {
    const { connection } = openSite('/casino/slots')
    await screen.findByRole('heading', { level: 1, name: 'Slots' })
    act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
    expect(await screen.findByRole('heading', { name: 'SITE UNDER MAINTENANCE' })).toBeTruthy()
    act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: false }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Slots' })).toBeTruthy()
  })
})

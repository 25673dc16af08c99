import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDepositSettings, listDeposits, login, socketEvents } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { openSite, playerId } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

const scrollTo = jest.spyOn(window, 'scrollTo')
beforeEach(() => void scrollTo.mockReset().mockImplementation(() => undefined))
afterEach(() => void scrollTo.mockReset())

/** The page begins at its top, and reading goes on in its main part. */
const hasArrived = (): Promise<void> =>
  waitFor(() => {
    expect(document.activeElement?.tagName).toBe('MAIN')
    expect(scrollTo.mock.calls).toEqual([[0, 0]])
  })

/** Logs in on the login page that the visitor was led to. */
async function logIn(path: string, gateway = new PlayerGateway(), state?: { from: string }): Promise<void> {
  const user = {
    _id: playerId,
    email: 'asha@example.in',
    balance: 1_000,
    balanceSeq: 1,
    netResult: 0,
    language: 'en' as const,
  }
  gateway.answer(login, () => ok({ message: '', token: 'token', user }))
  const site = openSite(path, { gateway, loggedIn: false })
  if (state) history.replaceState(state, '')
  await site.user.type(await screen.findByLabelText('Email'), 'asha@example.in')
  await site.user.type(screen.getByLabelText('Password'), 'a long password')
  await site.user.click(screen.getByRole('button', { name: 'Login' }))
}

it('a login leads the focus to the top of the page', async () => {
  await logIn('/auth')
  await screen.findByRole('button', { name: 'SPIN' })
  await hasArrived()
})

it('a login leads back to the page that needed it, with its query', async () => {
  await logIn('/deposit?from=mail')
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/deposit?from=mail'))
})

it.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'a login does not lead to %s',
  async (from) => {
    await logIn('/auth', new PlayerGateway(), { from })
    await screen.findByRole('button', { name: 'SPIN' })
  },
)

it.each(['/support?thread=1', '/deposit?from=mail'])(
  'the login after a session that ended on %s leads back',
  async (path) => {
    const { connection } = openSite(path)
    await screen.findByRole('heading', { level: 1 })
    act(() => connection.push(socketEvents.sessionEnded, { reason: 'account_suspended' }))
    await screen.findByRole('tab', { name: 'Sign Up' })
    expect(history.state).toEqual({ from: path })
  },
)

it('a logout leads the focus to the top of the login page', async () => {
  const { user } = openSite('/support')
  await user.click(await screen.findByRole('button', { name: /^Player menu/ }))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByRole('tab', { name: 'Sign Up' })
  expect(history.state).toBeNull()
  await hasArrived()
})

it('a visitor on the way to the login comes to the top of the page', async () => {
  const { user } = openSite('/support', { loggedIn: false })
  await user.click(await screen.findByRole('link', { name: 'Login' }))
  await screen.findByRole('tab', { name: 'Sign Up' })
  await hasArrived()
})

it.each(['/deposit/', '//deposit', '/Deposit/'])(
  '%s shows the deposit page and leaves the focus alone',
  async (path) => {
    const gateway = new PlayerGateway()
    gateway.answer(getDepositSettings, () => ok({ settings: { qrImage: null, utr: 'KISMET-PAY', version: 'v1' } }))
    gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
    openSite(path, { gateway })
    await screen.findByText('KISMET-PAY')
    const link = screen.getAllByRole('link', { name: 'Deposit' })[0]
    expect(link?.getAttribute('aria-current')).toBe('page')
    expect(document.activeElement).toBe(document.body)
  },
)

it('/Fairness/ keeps its query and its fragment', async () => {
  openSite('/Fairness/?bet=1#verify')
  await screen.findByRole('heading', { level: 1 })
  const { pathname, search, hash } = window.location
  expect(pathname + search + hash).toBe('/fairness?bet=1#verify')
})

it('the way back leads to the page before, in the same frame', async () => {
  const { user } = openSite('/support')
  await screen.findByRole('heading', { level: 1, name: 'Support & Help Center' })
  const footer = screen.getByText(/^18\+ only/)
  await user.click(screen.getByRole('link', { name: 'Terms of Service' }))
  await screen.findByRole('heading', { level: 1, name: 'Terms of Service' })
  act(() => history.back())
  await screen.findByRole('heading', { level: 1, name: 'Support & Help Center' })
  expect(screen.getByText(/^18\+ only/)).toBe(footer)
})

it('/casino/slots/ marks the tab of Slots', async () => {
  openSite('/casino/slots/')
  await screen.findByRole('button', { name: 'SPIN' })
  for (const link of screen.getAllByRole('link', { name: 'Slots' }))
    expect(link.getAttribute('aria-current')).toBe('page')
})

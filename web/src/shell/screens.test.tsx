import { describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import { getConfig } from '@kismet/contracts'
import { screen, within } from '@testing-library/react'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'
import { routes } from './routes.ts'

const link = (name: string, of?: HTMLElement): string | null =>
  (of ? within(of) : screen).getByRole('link', { name }).getAttribute('href')
const casino = (): Promise<HTMLElement> => screen.findByRole('navigation', { name: 'Casino' })

/** A casino whose operator can be reached by a chat. */
function withChat(): PlayerGateway {
  const gateway = new PlayerGateway()
  const contacts = { whatsapp: '+91 98765 43210', email: null }
  gateway.answer(getConfig, () => ok({ ...playMoneyConfig('2026-11-21T12:00:00.000Z'), contacts }))
  return gateway
}

describe('a page without a game (spec 2.1)', () => {
  it.each([
    ['/sportsbook', 'Sportsbook is currently unavailable.'],
    ['/wallet', 'Coming Soon'],
    ['/dashboard', 'Coming Soon'],
    ['/history', 'Coming Soon'],
    ['/casino/poker', 'Oops! Page not found'],
    ['/nowhere/at/all', 'Oops! Page not found'],
  ])('%s says "%s" and leads home', async (path, line) => {
    openSite(path)
    expect(await screen.findByText(line)).toBeTruthy()
    expect(link('Return to Home')).toBe('/')
  })
})

describe('the bar over every page (spec 2.3, 2.10)', () => {
  it.each([
    ['/', 'Slots'],
    ['/casino', 'Slots'],
    ['/casino/slots', 'Slots'],
    ['/casino/mines', 'Mines'],
    ['/mines-auto', 'Mines'],
    ['/casino/dice', 'Dice'],
    ['/casino/aviator', 'Aviator'],
  ])('at %s has four tabs of which %s is active, and each leads to its game', async (path, active) => {
    openSite(path)
    const tabs = within(await casino()).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Slots', 'Mines', 'Dice', 'Aviator'])
    expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(
      ['slots', 'mines', 'dice', 'aviator'].map((game) => `/casino/${game}`),
    )
    expect(tabs.filter((tab) => tab.getAttribute('aria-current')).map(({ textContent }) => textContent)).toEqual([
      active,
    ])
  })

  it('shows the balance and the email, with Logout and the ways to all pages in a menu', async () => {
    const { user } = openSite('/support')
    expect(await screen.findByText('₹1,000.00')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Player menu, asha@example.in' })
    expect(button.querySelector('.lucide-menu')).toBeTruthy()
    await user.click(button)
    const menu = screen.getByRole('navigation', { name: 'Player' })
    expect(within(menu).getByText('asha@example.in')).toBeTruthy()
    expect(within(menu).getByRole('button', { name: 'Logout' })).toBeTruthy()
    expect([link('Account statement', menu), link('Awaiting Bonus', menu), link('Support', menu)]).toEqual([
      '/account-statement',
      '/awaiting-bonus',
      '/support',
    ])
    expect(link('History', screen.getByRole('navigation', { name: 'Main' }))).toBe('/account-statement')
  })

  const shown = routes.map(({ path, role }) => ({ path: path.replace('*', '/nowhere'), loggedIn: role === 'player' }))
  it.each(shown)(
    'has the Deposit / Withdrawal tab bar at $path, but for login and reset',
    async ({ path, loggedIn }) => {
      openSite(path, { loggedIn })
      await screen.findByRole('heading', { level: 1 })
      const bar = screen.queryByRole('navigation', { name: 'Deposit and withdrawal' })
      if (path === '/auth' || path === '/forgot-password') {
        expect(bar).toBeNull()
        return
      }
      const tabs = within(bar ?? document.createElement('nav')).getAllByRole('link')
      expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
        ['Deposit', '/deposit'],
        ['Withdrawal', '/withdraw'],
      ])
      const active = tabs.filter((tab) => tab.getAttribute('aria-current') === 'page')
      expect(active.map((tab) => tab.getAttribute('href'))).toEqual(
        path === '/deposit' || path === '/withdraw' ? [path] : [],
      )
    },
  )
})

describe('the chat button (spec 2.3)', () => {
  it.each(['/casino/slots', '/casino'])('is on %s, in a tab of its own and with a first sentence', async (path) => {
    openSite(path, { gateway: withChat() })
    const chat = await screen.findByRole('link', { name: 'Need Help? Chat with us!' })
    expect([chat.getAttribute('target'), chat.title]).toEqual(['_blank', 'Need Help? Chat with us!'])
    const { origin, pathname, searchParams } = new URL(chat.getAttribute('href') ?? '')
    expect([origin, pathname]).toEqual(['https://wa.me', '/919876543210'])
    expect(searchParams.get('text')).toMatch(/casino games/)
  })

  it.each(['/', '/casino/mines', '/casino/dice', '/deposit'])('is not on %s', async (path) => {
    const gateway = withChat()
    openSite(path, { gateway })
    await screen.findByRole('heading', { level: 1 })
    expect(gateway.requestsOf(getConfig).length).toBeGreaterThan(0)
    expect(screen.queryByRole('link', { name: 'Need Help? Chat with us!' })).toBeNull()
  })
})

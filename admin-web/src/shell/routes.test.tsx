import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminRoles, getRoundReplay, listRoundBets } from '@kismet/contracts'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { Link, MemoryRouter } from 'react-router'
import { paths, roundsPath } from '../core/paths.ts'
import { Page } from '../entities/page/page.tsx'
import { BackOffice, openApp, sessionOf } from '../testing/open-app.tsx'
import { round, roundBets } from '../testing/replays.ts'
import { Router } from './router.tsx'
import type { PageRoute } from './routes.ts'
import { menuPages, routes } from './routes.ts'
import { createStore } from './store.ts'

type Loaded = Record<'Next', () => ReactNode>

/** A page that is there, and one whose code comes or fails when the test says so. */
function openTwoPages(): { arrive: (page: Loaded) => void; fail: () => void } {
  let code = Promise.withResolvers<Loaded>()
  const first = { First: () => <Link to="/admin/next">Go on</Link> }
  const table: readonly PageRoute[] = [
    { path: '/admin/', title: 'First', roles: adminRoles, page: lazyPage(() => Promise.resolve(first), 'First') },
    { path: '/admin/next', title: 'Next', roles: adminRoles, page: lazyPage(() => code.promise, 'Next') },
  ]
  new BackOffice()
  render(
    <Provider store={createStore(sessionOf('owner'))}>
      <MemoryRouter initialEntries={['/admin/']} useTransitions={false}>
        <Router table={table} />
      </MemoryRouter>
    </Provider>,
  )
  return {
    arrive: (page) => code.resolve(page),
    fail: () => {
      code.reject(new TypeError('Failed to fetch dynamically imported module: https://kismet.test/assets/next-1a2b.js'))
      code = Promise.withResolvers()
    },
  }
}

/** Does something and lets everything that follows from it happen. */
const settled = (does: () => void): Promise<void> =>
  act(() => {
    does()
    return Promise.resolve()
  })

describe('the table of routes', () => {
  it.each([
    { path: paths.dashboard, roles: ['owner', 'cashier', 'support', 'auditor'] },
    { path: paths.deposits, roles: ['owner', 'cashier', 'support', 'auditor'] },
    { path: paths.support, roles: ['owner', 'cashier', 'support', 'auditor'] },
    { path: paths.analytics, roles: ['owner', 'cashier', 'support', 'auditor'] },
    { path: paths.rounds, roles: ['owner', 'cashier', 'support', 'auditor'] },
    { path: paths.bankStatement, roles: ['owner', 'cashier', 'auditor'] },
    { path: paths.qrSettings, roles: ['owner', 'auditor'] },
    { path: paths.gameMode, roles: ['owner', 'auditor'] },
  ])('$path opens for $roles', ({ path, roles }) => {
    expect(menuPages.find((page) => page.path === path)?.roles).toEqual(roles)
  })

  it.each(routes)('$path is titled $title', async ({ path, title, roles }) => {
    openApp(path.replace('*', 'nowhere').replace(':id', 'nobody'), { role: roles === 'visitor' ? null : 'owner' })
    await waitFor(() => expect(document.title).toBe(`${title} · Kismet Admin`))
  })

  it('names a round that is looked at, and no other page', async () => {
    const office = new BackOffice()
    office.answer(getRoundReplay, () => ok({ round: round() }))
    office.answer(listRoundBets, () => ok(roundBets()))
    const { user } = openApp(roundsPath('3'), { office })
    await screen.findByRole('heading', { level: 1, name: 'Aviator 3' })
    expect(document.title).toBe('Aviator 3 · Kismet Admin')
    await user.click(screen.getByRole('link', { name: 'Players' }))
    await screen.findByRole('heading', { level: 1, name: 'Players' })
    expect(document.title).toBe('Players · Kismet Admin')
  })
})

describe('the way to a page', () => {
  afterEach(() => {
    jest.restoreAllMocks()
    jest.useRealTimers()
  })

  it('keeps the page before and shows after a moment that the press was heard', async () => {
    const { arrive } = openTwoPages()
    const link = await screen.findByRole('link', { name: 'Go on' })
    jest.useFakeTimers()
    await settled(() => link.click())
    expect(screen.queryByRole('progressbar')).toBeNull()
    await settled(() => jest.advanceTimersByTime(150))
    expect(screen.getByRole('progressbar', { name: 'Opening the page' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go on' })).toBeTruthy()
    await settled(() => arrive({ Next: () => <Page>the next page</Page> }))
    expect(screen.getByRole('heading', { level: 1, name: 'Next' })).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('asks for code that could not be had again, and harms nothing else', async () => {
    jest.spyOn(console, 'warn').mockReturnValue(undefined)
    jest.spyOn(console, 'error').mockReturnValue(undefined)
    const { arrive, fail } = openTwoPages()
    jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(null, { status: 503 })))
    const link = await screen.findByRole('link', { name: 'Go on' })
    await settled(() => link.click())
    await settled(() => fail())
    expect((await screen.findByRole('alert')).textContent).toBe('This page could not be loadedTry again')
    expect(screen.getByRole('complementary', { name: 'Sidebar' })).toBeTruthy()
    screen.getByRole('button', { name: 'Try again' }).click()
    await settled(() => arrive({ Next: () => <Page>the next page</Page> }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Next' })).toBeTruthy()
  })
})

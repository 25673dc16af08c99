import '../testing/browser-parts.ts'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { FakeLive } from '@kismet/app-kit/testing/fake-live.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { Link, MemoryRouter } from 'react-router'
import { Page } from '../core/page/page.tsx'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'
import { Router } from './router.tsx'
import type { PageRoute } from './routes.ts'
import { routes } from './routes.ts'
import { createStore } from './store.ts'

type Loaded = Record<'Next', () => ReactNode>

const next: Loaded = { Next: () => <Page>the next page</Page> }

/** Two pages: one that is there, and one whose code comes or fails when the test says so. */
function openTwoPages(): { asked: () => number; arrive: (page: Loaded) => void; fail: () => void } {
  const code = Promise.withResolvers<Loaded>()
  let asked = 0
  const load = (): Promise<Loaded> => {
    asked += 1
    return code.promise
  }
  const first = { First: () => <Link to="/next">Go on</Link> }
  const table: readonly PageRoute[] = [
    { path: '/first', title: { id: 'First' }, role: 'anyone', page: lazyPage(() => Promise.resolve(first), 'First') },
    { path: '/next', title: { id: 'Next' }, role: 'anyone', page: lazyPage(load, 'Next') },
  ]
  new PlayerGateway()
  render(
    <Provider store={createStore(new FakeLive())}>
      <MemoryRouter initialEntries={['/first']} useTransitions={false}>
        <Router table={table} />
      </MemoryRouter>
    </Provider>,
  )
  return { asked: () => asked, arrive: code.resolve, fail: () => code.reject(new TypeError('Failed to fetch')) }
}

/** Does something and lets everything that follows from it happen. */
const settled = (does: () => void): Promise<void> =>
  act(() => {
    does()
    return Promise.resolve()
  })

describe('the table of routes', () => {
  it.each(routes.filter(({ role }) => role !== 'visitor'))(
    '$path is titled $title.message',
    async ({ path, title }) => {
      openSite(path === '*' ? '/nowhere' : path)
      await waitFor(() => expect(document.title).toBe(`${title.message ?? ''} · Kismet`))
    },
  )

  it('has the login of visitors', async () => {
    openSite('/auth', { loggedIn: false })
    await waitFor(() => expect(document.title).toBe('Login · Kismet'))
  })
})

describe('the way to a page', () => {
  beforeEach(() => {
    localStorage.clear()
  })
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
    expect(document.title).toBe('First · Kismet')
    await settled(() => arrive(next))
    expect(screen.getByText('the next page')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Next' })).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(document.title).toBe('Next · Kismet')
  })

  it('asks for the code when a link is pointed at, and once', async () => {
    const { asked, arrive } = openTwoPages()
    const user = userEvent.setup()
    const link = await screen.findByRole('link', { name: 'Go on' })
    expect(asked()).toBe(0)
    await user.hover(link)
    expect(asked()).toBe(1)
    arrive(next)
    await user.click(link)
    expect(await screen.findByText('the next page')).toBeTruthy()
    expect(asked()).toBe(1)
  })

  it('tells of a new version where the code is gone, and harms nothing else', async () => {
    jest.spyOn(console, 'warn').mockReturnValue(undefined)
    jest.spyOn(console, 'error').mockReturnValue(undefined)
    const { fail } = openTwoPages()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('link', { name: 'Go on' }))
    fail()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Most likely a new version of Kismet is there.')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Support' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

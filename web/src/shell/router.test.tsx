import '../testing/browser-parts.ts'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { FakeLive } from '@kismet/app-kit/testing/fake-live.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { useLocation, useSearch } from 'wouter'
import { Link } from '../core/link.tsx'
import { Page } from '../core/page/page.tsx'
import { paths } from '../core/paths.ts'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'
import { Router } from './router.tsx'
import type { PageRoute } from './routes.ts'
import { routes } from './routes.ts'
import { createStore } from './store.ts'

type Loaded = Record<'Next', () => ReactNode>

const next: Loaded = { Next: () => <Page>the next page</Page> }

/** As browsers say it: with the address, and without. */
const notFetched = new TypeError('Failed to fetch dynamically imported module: https://kismet.test/assets/next-1a2b.js')
const notImported = new TypeError('Importing a module script failed.')

/** Two pages. The test decides when the code of the second page loads or fails. After a failure the code is loaded again. */
function openTwoPages(): { asked: () => number; arrive: (page: Loaded) => void; fail: (cause?: Error) => void } {
  let code = Promise.withResolvers<Loaded>()
  let asked = 0
  const load = (): Promise<Loaded> => {
    asked += 1
    return code.promise
  }
  const first = {
    First: () => (
      <>
        <Link to="/next?from=first">Go on</Link>
        <output aria-label="Address">{`${useLocation()[0]} ${useSearch()}`}</output>
      </>
    ),
  }
  const table: readonly PageRoute[] = [
    {
      path: paths.support,
      title: { id: 'First' },
      role: 'anyone',
      page: lazyPage(() => Promise.resolve(first), 'First'),
    },
    { path: '/next', title: { id: 'Next' }, role: 'anyone', page: lazyPage(load, 'Next') },
  ]
  new PlayerGateway()
  history.replaceState(null, '', paths.support)
  render(
    <Provider store={createStore(new FakeLive())}>
      <Router table={table} />
    </Provider>,
    // A failure may arrive during a press. Then React renders once more without the new page, before it shows the failure.
    { onRecoverableError: () => undefined },
  )
  return {
    asked: () => asked,
    arrive: (page) => code.resolve(page),
    fail: (cause = notFetched) => {
      code.reject(cause)
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
    expect(window.location.search).toBe('?from=first')
    // The page before does not read the address of the next page.
    expect(screen.getByLabelText('Address').textContent).toBe(`${paths.support} `)
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

  /** The second page is opened, and its code cannot be had. The server then says `status` of its file. */
  async function notLoaded(
    status: number,
    cause?: Error,
  ): Promise<ReturnType<typeof openTwoPages> & { alert: HTMLElement; user: UserEvent }> {
    jest.spyOn(console, 'warn').mockReturnValue(undefined)
    jest.spyOn(console, 'error').mockReturnValue(undefined)
    const pages = openTwoPages()
    jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(null, { status })))
    const user = userEvent.setup()
    await user.click(await screen.findByRole('link', { name: 'Go on' }))
    pages.fail(cause)
    return { ...pages, user, alert: await screen.findByRole('alert') }
  }

  it('asks for the code again as often as it is told to, until it is there', async () => {
    const { asked, arrive, fail, user, alert } = await notLoaded(503)
    expect(alert.textContent).toBe('This page could not be loadedTry again')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(asked()).toBe(2)
    await settled(() => fail())
    await user.click(await screen.findByRole('button', { name: 'Try again', busy: false }))
    expect(asked()).toBe(3)
    arrive(next)
    expect(await screen.findByText('the next page')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('offers a reload where the file is there and could not be had twice: many browsers ask for nothing again', async () => {
    const { asked, fail, user, alert } = await notLoaded(200)
    expect(alert.textContent).toBe('This page could not be loadedTry again')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(asked()).toBe(2)
    await settled(() => fail())
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('offers a reload at once where the browser names no file', async () => {
    const { alert } = await notLoaded(200, notImported)
    expect(alert.textContent).toBe('This page could not be loadedReload the page to try again.Reload')
  })

  it('asks for the code again when the page is opened again', async () => {
    const { arrive, user } = await notLoaded(503)
    arrive(next)
    await user.click(screen.getByRole('link', { name: 'Support' }))
    await user.click(await screen.findByRole('link', { name: 'Go on' }))
    expect(await screen.findByText('the next page')).toBeTruthy()
  })

  it('says that there is no connection where there is none', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { alert } = await notLoaded(503)
    expect(alert.textContent).toBe('No connectionTry again')
  })

  it('tells of a new version where the code is gone, and harms nothing else', async () => {
    const { alert, user } = await notLoaded(404)
    expect(alert.textContent).toContain('Kismet probably has a new version.')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Support' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

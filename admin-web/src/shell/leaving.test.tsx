import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminListPlayers, adminRoles, decideDeposit } from '@kismet/contracts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, useLocation } from 'react-router'
import { paths } from '../core/paths.ts'
import { Page } from '../entities/page/page.tsx'
import { setPhone } from '../testing/browser-parts.ts'
import { openPlayer } from '../testing/deposit-queue.tsx'
import { deposit } from '../testing/deposits.ts'
import { BackOffice, sessionOf } from '../testing/open-app.tsx'
import { players } from '../testing/players.ts'
import { Router } from './router.tsx'
import type { PageRoute } from './routes.ts'
import { routes } from './routes.ts'
import { createStore } from './store.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

type Loaded = Record<'Next', () => ReactNode>

function Address({ onChange }: { onChange: (address: string) => void }): null {
  const { pathname, search } = useLocation()
  onChange(pathname + search)
  return null
}

/** A page, with another one under Withdrawals whose code comes when the test says so. */
function openAt(path: string) {
  const code = Promise.withResolvers<Loaded>()
  const next = { title: 'Next', roles: adminRoles, page: lazyPage(() => code.promise, 'Next') }
  const table: readonly PageRoute[] = [
    ...routes.filter((route) => route.path === path),
    { path: paths.withdrawals, ...next },
  ]
  localStorage.clear()
  sessionStorage.clear()
  setPhone(false)
  const store = createStore(sessionOf('owner'))
  let address = ''
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <Router table={table} />
        <Address
          onChange={(now) => {
            address = now
          }}
        />
      </MemoryRouter>
    </Provider>,
  )
  const arrive = async (): Promise<void> => {
    code.resolve({ Next: () => <Page>the next page</Page> })
    await screen.findByRole('heading', { level: 1, name: 'Next' })
  }
  return { store, address: () => address, arrive }
}

describe('a page that was left, and stays until the code of the next one is there,', () => {
  it('opens no next request when the answer to a decision comes', async () => {
    const office = new BackOffice([deposit(1), deposit(2)])
    const { promise: held, resolve } = Promise.withResolvers<undefined>()
    office.answerDecisions(deposit(1)._id, held)
    const { store, address, arrive } = openAt(paths.deposits)
    await waitFor(() => expect(openPlayer()).toBe('player1'))
    const user = userEvent.setup()
    await user.keyboard('a{Enter}')
    await waitFor(() => expect(office.requestsOf(decideDeposit)).toHaveLength(1))
    await user.keyboard('gw')
    expect(address()).toBe(paths.withdrawals)
    act(() => resolve(undefined))
    await waitFor(() => expect(store.getState().notices).toMatchObject([{ text: 'Approved' }]))
    expect(address()).toBe(paths.withdrawals)
    await arrive()
    expect(address()).toBe(paths.withdrawals)
  })

  it('opens nothing that its search has found', async () => {
    const office = new BackOffice()
    const { promise: held, resolve } = Promise.withResolvers<undefined>()
    office.answer(adminListPlayers, async () => {
      await held
      return ok({ players: players(0).slice(0, 1), nextCursor: null })
    })
    const { store, address, arrive } = openAt(paths.account)
    await screen.findByRole('searchbox')
    const user = userEvent.setup()
    await user.keyboard('/asha{Enter}')
    await user.keyboard('gw')
    expect(address()).toBe(paths.withdrawals)
    act(() => resolve(undefined))
    await waitFor(() =>
      expect(Object.values(store.getState().api.mutations).map((call) => call?.status)).toEqual(['fulfilled']),
    )
    expect(address()).toBe(paths.withdrawals)
    await arrive()
  })

  it('looks for nothing that was typed just before', async () => {
    new BackOffice([deposit(1)])
    const { address, arrive } = openAt(paths.deposits)
    const box = await screen.findByRole('searchbox')
    const [link] = screen.getAllByRole('link', { name: /^Withdrawals/ })
    jest.useFakeTimers()
    fireEvent.change(box, { target: { value: 'player' } })
    act(() => link?.click())
    act(() => jest.advanceTimersByTime(1_000))
    jest.useRealTimers()
    expect(address()).toBe(paths.withdrawals)
    await arrive()
  })
})

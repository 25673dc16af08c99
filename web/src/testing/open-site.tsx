import './browser-parts.ts'
import type { Bind } from '@kismet/app-kit/live-connection.ts'
import { render } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { userEvent } from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { Site } from '../app/app.tsx'
import { live } from '../app/live-updates.ts'
import { sessionStarted } from '../app/session/session-slice.ts'
import type { Session } from '../app/session/storage.ts'
import type { Store } from '../app/store.ts'
import { createStore } from '../app/store.ts'
import { FakeGateway } from './fake-gateway.ts'

export const playerId = '01940000-0000-7000-8000-000000000001'

/** A player with ₹1,000.00. */
const session: Session = {
  user: { id: playerId, email: 'asha@example.in' },
  token: 'token-of-asha',
  balancePaise: 100_000,
  startedAtMs: Date.now(),
  netPaise: 0,
}

/** Pretends to be the live connection: `push` is an event of the server. */
class FakeConnection {
  private readonly listeners = new Map<string, Set<(payload: unknown) => void>>()
  readonly emitted: unknown[][] = []

  constructor() {
    live.join = (_token, bind) => bind(this as unknown as Parameters<Bind>[0])
  }

  connected = true

  on(event: string, listener: (payload: unknown) => void): this {
    const listeners = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, listeners.add(listener))
    return this
  }

  off(event: string, listener: (payload: unknown) => void): this {
    this.listeners.get(event)?.delete(listener)
    return this
  }

  emit(...event: unknown[]): this {
    this.emitted.push(event)
    return this
  }

  push(event: string, payload: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(payload)
  }
}

export interface OpenSite {
  user: UserEvent
  store: Store
  gateway: FakeGateway
  connection: FakeConnection
}

/** The whole app at a path, with the network's place taken. `loggedIn: false` is a visitor. */
export function openSite(path: string, { loggedIn = true, gateway = new FakeGateway() } = {}): OpenSite {
  localStorage.clear()
  const connection = new FakeConnection()
  const store = createStore()
  if (loggedIn) store.dispatch(sessionStarted(session))
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Site />
      </MemoryRouter>
    </Provider>,
  )
  return { user: userEvent.setup(), store, gateway, connection }
}

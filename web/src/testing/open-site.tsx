import './browser-parts.ts'
import { FakeLive } from '@kismet/app-kit/testing/fake-live.ts'
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
import { PlayerGateway } from './player-gateway.ts'

export const playerId = '01940000-0000-7000-8000-000000000001'

/** A player with ₹1,000.00. */
const session: Session = {
  user: { id: playerId, email: 'asha@example.in' },
  token: 'token-of-asha',
  balancePaise: 100_000,
  balanceSeq: 1,
  startedAtMs: Date.now(),
  netPaise: 0,
}

export interface OpenSite {
  user: UserEvent
  store: Store
  gateway: PlayerGateway
  connection: FakeLive
}

/** The whole app at a path, with the network's place taken. `loggedIn: false` is a visitor. */
export function openSite(path: string, { loggedIn = true, gateway = new PlayerGateway() } = {}): OpenSite {
  localStorage.clear()
  const connection = new FakeLive()
  live.join = connection.join
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

import './browser-parts.ts'
import { FakeLive } from '@kismet/app-kit/testing/fake-live.ts'
import '@kismet/app-kit/testing/queries.ts'
import { render } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { userEvent } from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { Site } from '../shell/app.tsx'
import { sessionStarted } from '../entities/session/session-slice.ts'
import type { Session } from '../entities/session/storage.ts'
import type { Store } from '../shell/store.ts'
import { createStore } from '../shell/store.ts'
import { PlayerGateway } from './player-gateway.ts'

export const playerId = '01940000-0000-7000-8000-000000000001'

/** A player with ₹1,000.00. */
export const session: Session = {
  user: { id: playerId, email: 'asha@example.in' },
  token: 'token-of-asha',
  startedAtMs: Date.now(),
  netAtLoginPaise: 5_000,
  figures: { balancePaise: 100_000, balanceSeq: 1, netPaise: 5_000, netSeq: 1 },
}

export interface OpenSite {
  user: UserEvent
  store: Store
  gateway: PlayerGateway
  connection: FakeLive
}

/** The whole app at a path, with the network's place taken. `loggedIn: false` is a visitor; `sameTab`: the tab of before is loaded again; `figures`: those of another account. */
export function openSite(
  path: string,
  { loggedIn = true, sameTab = false, gateway = new PlayerGateway(), figures = session.figures } = {},
): OpenSite {
  localStorage.clear()
  if (!sameTab) sessionStorage.clear()
  history.replaceState(null, '', window.location.origin + path)
  const connection = new FakeLive()
  const store = createStore(connection)
  if (loggedIn) store.dispatch(sessionStarted({ ...session, figures }))
  render(
    <Provider store={store}>
      <Site store={store} live={connection} />
    </Provider>,
  )
  return { user: userEvent.setup(), store, gateway, connection }
}

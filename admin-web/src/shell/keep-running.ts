import { keepLive } from '@kismet/app-kit/live/keep-live.ts'
import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { endReasonOf } from '@kismet/app-kit/session/session-core.ts'
import { watchSession } from '@kismet/app-kit/session/watch-session.ts'
import { socketEvents } from '@kismet/contracts'
import { api } from '../core/api.ts'
import { depositsApi } from '../entities/queue/deposits-api.ts'
import { atMostEvery } from '../entities/live/at-most-every.ts'
import { sessionApi } from '../entities/session/session-api.ts'
import { epochOf, session, sessionEnded } from '../entities/session/session-slice.ts'
import { siteApi } from '../entities/site/site-api.ts'
import type { Store } from './store.ts'

const refreshEveryMs = 1_000

/** What arrives on the live connection, and what it makes stale. */
function hearNews({ dispatch }: Store, live: Live): (() => void)[] {
  // Rows that are on the page are read again; the count comes with the news.
  const queue = atMostEvery(refreshEveryMs, () => dispatch(api.util.invalidateTags(['Deposits'])))
  return [
    queue.stop,
    live.on(socketEvents.queueUpdate, ({ deposits: pending }) => {
      dispatch(depositsApi.util.updateQueryData('getPendingCount', {}, () => ({ pending })))
      queue.ask()
    }),
    live.on(socketEvents.onlineUpdate, ({ count }) => {
      dispatch(siteApi.util.updateQueryData('getOnlineUsers', {}, (online) => ({ ...online, count })))
    }),
    live.on(socketEvents.siteMaintenance, (site) => {
      dispatch(siteApi.util.updateQueryData('getSiteMaintenance', {}, () => site))
    }),
    live.on(socketEvents.sessionEnded, ({ reason }) => {
      dispatch(sessionEnded(endReasonOf(reason)))
    }),
  ]
}

/** What goes on while the app is open: the session with what other tabs do, the live connection, and its news. Answers with a function that stops it. */
export function keepRunning(store: Store, live: Live): () => void {
  const onActive = (): void => void store.dispatch(sessionApi.endpoints.reportActivity.initiate({}, { track: false }))
  const stops = [
    ...hearNews(store, live),
    watchSession(session, store, onActive),
    keepLive({ store, live, epochOf, api, ended: () => sessionEnded('ended') }),
  ]
  return () => stops.forEach((stop) => stop())
}

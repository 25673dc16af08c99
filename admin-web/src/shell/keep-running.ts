import { keepLive } from '@kismet/app-kit/live/keep-live.ts'
import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { endReasonOf } from '@kismet/app-kit/session/session-core.ts'
import { watchSession } from '@kismet/app-kit/session/watch-session.ts'
import { updateCachedQuery } from '@kismet/app-kit/update-cached-query.ts'
import type { RequestKind } from '@kismet/contracts'
import { adminActivity, socketEvents } from '@kismet/contracts'
import { api } from '../core/api.ts'
import { claimUpdated } from '../entities/queue/claim-updates.ts'
import { countsApi } from '../entities/queue/pending-counts.ts'
import { supportApi } from '../entities/queue/support-api.ts'
import { throttle } from '../entities/live/throttle.ts'
import { fromContract } from '../entities/session/from-contract.ts'
import { epochOf, session, sessionEnded } from '../entities/session/session-slice.ts'
import { adminLogouts } from '../entities/session/use-session.ts'
import { siteApi } from '../entities/site/site-api.ts'
import type { Store } from './store.ts'

/** Reports input of the admin, which extends the session. */
const activityApi = api.injectEndpoints({
  endpoints: (build) => ({ reportActivity: build.mutation(fromContract(adminActivity)) }),
})

const refreshEveryMs = 1_000
/** Risk hints compare images, so they are refetched at most every 10 s. Each approval step refetches them at once. */
const hintsEveryMs = 10_000

/** Handles socket events, and invalidates the data that they make stale. */
function listenToEvents(store: Store, live: Live): (() => void)[] {
  const { dispatch } = store
  // The open rows are refetched. The event itself has the count.
  const rows = throttle(refreshEveryMs, () => dispatch(api.util.invalidateTags(['Deposits', 'Withdrawals'])))
  const hints = throttle(hintsEveryMs, () => dispatch(api.util.invalidateTags(['Hints'])))
  const claims = throttle(refreshEveryMs, () => dispatch(api.util.invalidateTags(['Claims'])))
  const messages = throttle(refreshEveryMs, () => dispatch(api.util.invalidateTags(['SupportMessages'])))
  const { util, endpoints } = countsApi
  const pendingOf = (kind: RequestKind): number | undefined =>
    endpoints.getPendingCount.select(kind)(store.getState()).data?.pending
  const isCount = (kind: RequestKind, pending: number | undefined): boolean =>
    pending === undefined || pending === pendingOf(kind)
  let waitingMessages: number | undefined
  const waitingNow = (): number | undefined =>
    waitingMessages ?? supportApi.endpoints.countMessages.select({})(store.getState()).data?.waiting
  const count = (kind: RequestKind, pending: number | undefined): void => {
    if (pending === undefined) return
    const written = updateCachedQuery({
      running: util.getRunningQueryThunk('getPendingCount', kind),
      write: util.updateQueryData('getPendingCount', kind, () => ({ pending })),
      ask: endpoints.getPendingCount.initiate(kind, { forceRefetch: true, subscribe: false }),
    })
    void dispatch(written)
  }
  return [
    rows.cancel,
    hints.cancel,
    claims.cancel,
    messages.cancel,
    live.on(socketEvents.queueUpdate, ({ deposits, withdrawals, support }) => {
      // An event about one queue repeats the counts of the others. Requests can change while their counts stay the same.
      const isOfSupport = support !== undefined && support !== waitingNow()
      if (support !== undefined && support !== waitingMessages) messages.call()
      waitingMessages = support ?? waitingMessages
      const isKnown = isCount('deposit', deposits) && isCount('withdrawal', withdrawals)
      if ((isOfSupport && isKnown) || (deposits ?? withdrawals) === undefined) return
      count('deposit', deposits)
      count('withdrawal', withdrawals)
      rows.call()
      hints.call()
    }),
    live.on(socketEvents.claimUpdate, (claim) => {
      dispatch(claimUpdated(claim))
      claims.call()
    }),
    live.on(socketEvents.onlineUpdate, ({ count }) => {
      // A read that began before may answer with an older count; it is read again every 10 s.
      dispatch(siteApi.util.updateQueryData('getOnlineUsers', {}, (online) => ({ ...online, count })))
    }),
    live.on(socketEvents.siteMaintenance, (site) => {
      const { util, endpoints } = siteApi
      const running = util.getRunningQueryThunk('getSiteMaintenance', {})
      const write = util.upsertQueryData('getSiteMaintenance', {}, site)
      const ask = endpoints.getSiteMaintenance.initiate({}, { forceRefetch: true, subscribe: false })
      void dispatch(updateCachedQuery({ running, write, ask }))
    }),
    live.on(socketEvents.sessionEnded, ({ reason }) => {
      dispatch(sessionEnded(endReasonOf(reason)))
    }),
  ]
}

/** Keeps the session, the live connection and its listeners running while the app is open. @returns a function that stops them */
export function keepRunning(store: Store, live: Live): () => void {
  const onActive = (): void => void store.dispatch(activityApi.endpoints.reportActivity.initiate({}, { track: false }))
  const stops = [
    ...listenToEvents(store, live),
    watchSession(session, store, onActive),
    adminLogouts.keepSending(),
    keepLive({ store, live, epochOf, api, ended: () => sessionEnded('ended') }),
  ]
  return () => stops.forEach((stop) => stop())
}

import type { JoinLive } from '@kismet/app-kit/live-connection.ts'
import { onEvent, unbindAll } from '@kismet/app-kit/live-connection.ts'
import { maintenanceChanged, queueUpdated, socketEvents } from '@kismet/contracts'
import type { ListenerMiddlewareInstance, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createListenerMiddleware } from '@reduxjs/toolkit'
import { z } from 'zod'
import { api } from '../api.ts'
import type { EndReason } from '../session/session-slice.ts'
import { sessionEnded, sessionStarted } from '../session/session-slice.ts'
import { siteApi } from '../site/site-api.ts'
import { atMostEvery } from './at-most-every.ts'
import { callUnreached, connectionAwaited, connectionDown, connectionUp } from './connection-slice.ts'

const refreshEveryMs = 1_000
const OnlineUpdate = z.object({ count: z.int().nonnegative() })
const SessionEnded = z.object({ reason: z.string() })

/** Why the server has ended a session, as the login says it. */
function endOf(reason: string): EndReason {
  if (reason === 'inactivity') return 'idle'
  return reason === 'logout' ? 'logout' : 'ended'
}

interface WithApi {
  [api.reducerPath]: ReturnType<typeof api.reducer>
}
type ApiDispatch = ThunkDispatch<WithApi, unknown, UnknownAction>

/**
 * What arrives on the live connection, and what it makes stale. The connection lasts as long as the session, because its state
 * is on every page; so its events are bound here once, and not with each answer in the cache.
 */
function bindLive(join: JoinLive, token: string, dispatch: ApiDispatch): () => void {
  const queue = atMostEvery(refreshEveryMs, () => dispatch(api.util.invalidateTags(['Deposits'])))
  const leave = join(token, (socket) => {
    const up = (): void => {
      dispatch(connectionUp(Date.now()))
      // What happened while it was away was not told.
      dispatch(api.util.invalidateTags(['Deposits', 'Maintenance', 'Online', 'Ledger']))
    }
    const down = (): void => {
      dispatch(connectionDown(Date.now()))
      if (!navigator.onLine) dispatch(callUnreached())
    }
    if (socket.connected) up()
    socket.on('connect', up)
    socket.on('disconnect', down)
    return unbindAll(
      () => socket.off('connect', up).off('disconnect', down),
      onEvent(socket, queueUpdated.socket.event, queueUpdated.payload, () => queue.ask()),
      onEvent(socket, socketEvents.onlineUpdate, OnlineUpdate, ({ count }) => {
        dispatch(siteApi.util.updateQueryData('getOnlineUsers', {}, (online) => ({ ...online, count })))
      }),
      onEvent(socket, maintenanceChanged.socket.event, maintenanceChanged.payload, (site) => {
        dispatch(siteApi.util.updateQueryData('getSiteMaintenance', {}, () => site))
      }),
      onEvent(socket, socketEvents.sessionEnded, SessionEnded, ({ reason }) => dispatch(sessionEnded(endOf(reason)))),
    )
  })
  return () => {
    queue.stop()
    leave()
  }
}

/** Keeps a live connection for as long as somebody is logged in. */
export function liveListener(join: JoinLive): ListenerMiddlewareInstance<WithApi> {
  const listener = createListenerMiddleware<WithApi>()
  let leave = (): void => undefined
  listener.startListening({
    actionCreator: sessionStarted,
    effect: ({ payload }, { dispatch }) => {
      leave()
      dispatch(connectionAwaited(Date.now()))
      leave = bindLive(join, payload.token, dispatch)
    },
  })
  listener.startListening({
    actionCreator: sessionEnded,
    effect: () => {
      leave()
      leave = () => undefined
    },
  })
  return listener
}

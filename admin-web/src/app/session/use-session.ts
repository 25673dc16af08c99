import { listenToInput, watchActivity } from '@kismet/app-kit/activity-watch.ts'
import { call } from '@kismet/app-kit/call.ts'
import { adminLogout } from '@kismet/contracts'
import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { sessionApi } from './session-api.ts'
import { selectSession, selectToken, sessionEnded, sessionStarted } from './session-slice.ts'
import type { AdminSession } from './storage.ts'
import { concernsSession, readLastActivity, readSession, writeLastActivity } from './storage.ts'

/** Logs out: the server ends the session, and this browser forgets it whatever the server says. */
export function useLogout(): () => void {
  const dispatch = useAppDispatch()
  const token = useAppSelector(selectToken)
  return () => {
    void call(adminLogout, {}, { token })
    dispatch(sessionEnded('logout'))
  }
}

/** The rules of a session for as long as the app is open: inactivity, and what other tabs do. */
export function useSessionRules(): void {
  const dispatch = useAppDispatch()
  const token = useAppSelector(selectToken)

  useEffect(() => {
    if (token === null) return
    return watchActivity(
      { nowMs: () => Date.now(), listen: listenToInput, readLast: readLastActivity, writeLast: writeLastActivity },
      {
        onIdle: () => dispatch(sessionEnded('idle')),
        onActive: () => void dispatch(sessionApi.endpoints.reportActivity.initiate({}, { track: false })),
      },
    )
  }, [token, dispatch])

  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (!concernsSession(event.key)) return
      const session = readSession()
      dispatch(session ? sessionStarted(session) : sessionEnded('logout'))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [dispatch])
}

/** Who is logged in. Only for what stands behind the login. */
export function useAdmin(): AdminSession['admin'] {
  const session = useAppSelector(selectSession)
  if (!session) throw new Error('Nobody is logged in here')
  return session.admin
}

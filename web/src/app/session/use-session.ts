import { logout } from '@kismet/contracts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '@kismet/app-kit/call.ts'
import { paths } from '../paths.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { listenToInput, watchActivity } from '@kismet/app-kit/activity-watch.ts'
import { sessionApi } from './session-api.ts'
import { netKnown, selectSession, selectToken, sessionEnded, sessionStarted } from './session-slice.ts'
import { meaningOfChange, readLastActivity, readSession, writeLastActivity } from './storage.ts'

/** Logs out: the server ends the session, and this browser forgets it whatever the server says. */
export function useLogout(): () => void {
  const dispatch = useAppDispatch()
  const token = useAppSelector(selectToken)
  return () => {
    void call(logout, {}, { token })
    dispatch(sessionEnded())
  }
}

/** The rules of a session for as long as the app is open: inactivity, other tabs, and the way to /auth when it has ended. */
export function useSessionRules(): void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const token = useAppSelector(selectToken)

  useEffect(() => {
    if (token === null) return
    return watchActivity(
      { nowMs: () => Date.now(), listen: listenToInput, readLast: readLastActivity, writeLast: writeLastActivity },
      {
        onIdle: () => dispatch(sessionEnded()),
        onActive: () => {
          void dispatch(sessionApi.endpoints.reportActivity.initiate({}, { track: false }))
        },
      },
    )
  }, [token, dispatch])

  const hadSession = useRef(false)
  useEffect(() => {
    if (token === null && hadSession.current) void navigate(paths.auth)
    hadSession.current = token !== null
  }, [token, navigate])

  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      const meaning = meaningOfChange(event.key)
      const session = readSession()
      if (meaning === 'session') dispatch(session ? sessionStarted(session) : sessionEnded())
      if (meaning === 'net' && session) dispatch(netKnown(session))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [dispatch])
}

/** Whether somebody is logged in here. */
export function useIsLoggedIn(): boolean {
  return useAppSelector(selectSession) !== null
}

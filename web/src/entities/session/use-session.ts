import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import { logouts } from '@kismet/app-kit/session/logouts.ts'
import { logout } from '@kismet/contracts'
import { useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '../../core/paths.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { selectSession, selectToken, sessionEnded } from './session-slice.ts'

/** The logouts that the server has not confirmed. */
export const playerLogouts = logouts(logout)

/** Logs out at the server, and removes the session from the browser in any case. */
export function useLogout(): () => void {
  const dispatch = useAppDispatch()
  const token = useAppSelector(selectToken)
  return () => {
    if (token !== null) playerLogouts.send(token)
    deleteDrafts()
    dispatch(sessionEnded('logout'))
  }
}

/** Navigates to /auth after the end of the session. */
export function useWayToLogin(): void {
  const token = useAppSelector(selectToken)
  const hadSession = useRef(false)
  useEffect(() => {
    if (token === null && hadSession.current) navigate(paths.auth)
    hadSession.current = token !== null
  }, [token])
}

/** Whether a player is logged in. */
export function useIsLoggedIn(): boolean {
  return useAppSelector(selectSession) !== null
}

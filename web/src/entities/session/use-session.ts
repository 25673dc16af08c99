import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import { logouts } from '@kismet/app-kit/session/logouts.ts'
import { logout } from '@kismet/contracts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useWayBack } from '../../core/login-link.tsx'
import { paths } from '../../core/paths.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { selectEndReason, selectSession, selectToken, sessionEnded } from './session-slice.ts'

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

/** Navigates to /auth after the end of the session. A page of players is there by itself. The login leads back, except after a logout. */
export function useWayToLogin(): void {
  const token = useAppSelector(selectToken)
  const isLogout = useAppSelector(selectEndReason) === 'logout'
  const wayBack = useWayBack()
  const hadSession = useRef(false)
  const onToken = useEffectEvent(() => {
    if (token === null && hadSession.current && window.location.pathname !== paths.auth)
      navigate(paths.auth, { state: isLogout ? null : wayBack })
    hadSession.current = token !== null
  })
  useEffect(() => onToken(), [token])
}

/** Whether a player is logged in. */
export function useIsLoggedIn(): boolean {
  return useAppSelector(selectSession) !== null
}

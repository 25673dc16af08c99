import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import { logouts } from '@kismet/app-kit/session/logouts.ts'
import { logout } from '@kismet/contracts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { selectSession, selectToken, sessionEnded } from './session-slice.ts'

/** The logouts that the server still has to hear of. */
export const playerLogouts = logouts(logout)

/** Logs out: the server ends the session, and this browser forgets it whatever the server says. */
export function useLogout(): () => void {
  const dispatch = useAppDispatch()
  const token = useAppSelector(selectToken)
  return () => {
    if (token !== null) playerLogouts.send(token)
    deleteDrafts()
    dispatch(sessionEnded('logout'))
  }
}

/** The way to /auth when the session has ended. */
export function useWayToLogin(): void {
  const navigate = useNavigate()
  const token = useAppSelector(selectToken)
  const hadSession = useRef(false)
  useEffect(() => {
    if (token === null && hadSession.current) void navigate(paths.auth)
    hadSession.current = token !== null
  }, [token, navigate])
}

/** Whether somebody is logged in here. */
export function useIsLoggedIn(): boolean {
  return useAppSelector(selectSession) !== null
}

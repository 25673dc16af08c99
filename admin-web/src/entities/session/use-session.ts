import { logouts } from '@kismet/app-kit/session/logouts.ts'
import { adminLogout } from '@kismet/contracts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { selectSession, selectToken, sessionEnded } from './session-slice.ts'
import type { AdminSession } from './storage.ts'

/** The logouts that the server still has to hear of. */
export const adminLogouts = logouts(adminLogout)

/** Logs out: the server ends the session, and this browser forgets the session without waiting for the answer. */
export function useLogout(): () => void {
  const dispatch = useAppDispatch()
  const token = useAppSelector(selectToken)
  return () => {
    if (token !== null) adminLogouts.send(token)
    dispatch(sessionEnded('logout'))
  }
}

/** The logged-in admin. Only for pages behind the login. */
export function useAdmin(): AdminSession['admin'] {
  const session = useAppSelector(selectSession)
  if (!session) throw new Error('No session in this browser')
  return session.admin
}

import { call } from '@kismet/app-kit/call.ts'
import { adminLogout } from '@kismet/contracts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { selectSession, selectToken, sessionEnded } from './session-slice.ts'
import type { AdminSession } from './storage.ts'

/** Logs out: the server ends the session, and this browser forgets it whatever the server says. */
export function useLogout(): () => void {
  const dispatch = useAppDispatch()
  const token = useAppSelector(selectToken)
  return () => {
    void call(adminLogout, {}, { token })
    dispatch(sessionEnded('logout'))
  }
}

/** Who is logged in. Only for what stands behind the login. */
export function useAdmin(): AdminSession['admin'] {
  const session = useAppSelector(selectSession)
  if (!session) throw new Error('No session in this browser')
  return session.admin
}

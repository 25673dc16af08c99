import type { Output, login } from '@kismet/contracts'
import { useNavigate } from 'react-router'
import { bannerShown } from '../../app/notices/notices-slice.ts'
import { paths } from '../../app/paths.ts'
import { sessionStarted } from '../../app/session/session-slice.ts'
import { writeLastActivity } from '../../app/session/storage.ts'
import { useAppDispatch } from '../../app/store.ts'
import { keepPendingSignUp } from './pending-sign-up.ts'

/** Banners of the spec after a session has begun (7.1): text and time. */
export const welcomes = {
  verified: { text: 'Please refresh the site to check your current balance.', durationMs: 2000 },
  loggedIn: { text: 'Please refresh the site & check balance.', durationMs: 3000 },
} as const

/** Begins the session that the server has answered with, says so, and goes home. */
export function useWelcome(): (answer: Output<typeof login>, welcome: keyof typeof welcomes) => void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return ({ user, token }, welcome) => {
    const nowMs = Date.now()
    keepPendingSignUp(null)
    writeLastActivity(nowMs)
    dispatch(
      sessionStarted({
        user: { id: user._id, email: user.email },
        token,
        balancePaise: user.balance,
        balanceSeq: user.balanceSeq,
        startedAtMs: nowMs,
        netPaise: 0,
      }),
    )
    const { text, durationMs } = welcomes[welcome]
    dispatch(bannerShown(text, durationMs))
    void navigate(paths.home)
  }
}

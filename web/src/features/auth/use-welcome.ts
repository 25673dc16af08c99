import { limits } from '@kismet/contracts'
import type { Output, login } from '@kismet/contracts'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { msg, t } from '@lingui/core/macro'
import { languageOfAccountKnown } from '../../entities/language/language-api.ts'
import { bannerShown } from '../../entities/notices/notices-slice.ts'
import { sessionStarted } from '../../entities/session/session-slice.ts'
import { storedSession } from '../../entities/session/storage.ts'
import { useAppDispatch } from '../../core/store.ts'
import { forgetCodes } from './mailed-code.ts'
import { pendingReset, pendingSignUp } from './mailed-code.ts'

const leastDeposit = formatRupeesShort(limits.deposit.minRupees * 100)

/** Banners after a session has begun (spec 7.1, docs/spec/amendments.md): text and time. */
export const welcomes = {
  verified: { text: msg`Welcome to Kismet! Deposit from ${leastDeposit} to start.`, durationMs: 4000 },
  loggedIn: { text: msg`Welcome back to Kismet!`, durationMs: 3000 },
} as const

/** Begins the session that the server has answered with, and says so. The router leads to the next page. */
export function useWelcome(): (answer: Output<typeof login>, welcome: keyof typeof welcomes) => void {
  const dispatch = useAppDispatch()
  return ({ user, token }, welcome) => {
    const nowMs = Date.now()
    pendingSignUp.write(null)
    pendingReset.write(null)
    forgetCodes()
    storedSession.writeLastActivity(nowMs)
    dispatch(
      sessionStarted({
        user: { id: user._id, email: user.email },
        token,
        startedAtMs: nowMs,
        netAtLoginPaise: user.netResult,
        figures: {
          balancePaise: user.balance,
          balanceSeq: user.balanceSeq,
          netPaise: user.netResult,
          netSeq: user.balanceSeq,
        },
      }),
    )
    const { text, durationMs } = welcomes[welcome]
    const languageLoaded = user.language === 'other' ? undefined : dispatch(languageOfAccountKnown(user.language))
    void Promise.resolve(languageLoaded).then(() => dispatch(bannerShown(t(text), durationMs)))
  }
}

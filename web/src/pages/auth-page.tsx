import type { EndReason } from '@kismet/app-kit/session/session-core.ts'
import { limits } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from '../core/link.tsx'
import { paths } from '../core/paths.ts'
import { useAppSelector } from '../core/store.ts'
import { selectEndReason } from '../entities/session/session-slice.ts'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import type { LazyText } from '../core/lazy-text.ts'
import type { Mode } from '../features/auth/credentials-step.tsx'
import { CredentialsStep } from '../features/auth/credentials-step.tsx'
import { OtpStep } from '../features/auth/otp-step.tsx'
import { pendingSignUp } from '../features/auth/mailed-code.ts'

const idleMinutes = limits.session.inactivityMs / 60_000
const lifetimeHours = limits.session.lifetimeMs / 3_600_000

/** Why a session has ended that the player did not end on this page. */
const endTexts: Readonly<Record<Exclude<EndReason, 'logout'>, MessageDescriptor>> = {
  idle: msg`You were logged out after ${idleMinutes} minutes without activity.`,
  lifetime: msg`You were logged out: a session lasts ${lifetimeHours} hours at most.`,
  closed: msg`Your account has been closed.`,
  suspended: msg`Your account is suspended. Your balance is kept, and open bets and requests end as usual.`,
  password: msg`You were logged out because the password was changed.`,
  replaced: msg`You were logged out because your account was used to log in on many other devices.`,
  'other-tab': msg`You were logged out in another tab.`,
  ended: msg`Your session has ended. Please log in again.`,
}

function WhyLoggedOut(): ReactNode {
  const reason = useAppSelector(selectEndReason)
  if (reason === null || reason === 'logout') return null
  return (
    <Notice tone="warn" news>
      {t(endTexts[reason])}{' '}
      {reason === 'suspended' && (
        <Link className={textClass('link')} to={paths.support}>
          {t`Write to support`}
        </Link>
      )}
    </Notice>
  )
}

/**
 * Login and sign-up with the OTP step (spec 4.1). Back and the tabs return to the credentials. A reload returns to the
 * open step, with all fields except the password.
 */
export function AuthPage(): ReactNode {
  const [waiting] = useState(pendingSignUp.read)
  const isEntering = waiting?.entering === true
  // Who waits for the code of a sign-up has consented.
  const [mode, setMode] = useState<Mode>(isEntering ? 'signup' : 'login')
  const [typed, setTyped] = useState({ email: waiting?.email ?? '', acceptTerms: isEntering })
  const [otp, setOtp] = useState<{ notice: LazyText | null } | null>(isEntering ? { notice: null } : null)
  const { email } = typed
  const onTyped = (changes: Partial<typeof typed>): void => setTyped((before) => ({ ...before, ...changes }))
  const onBack = (): void => {
    const pending = pendingSignUp.read()
    pendingSignUp.write(pending && { ...pending, entering: false })
    setOtp(null)
  }
  const onLogin = (): void => {
    onBack()
    setMode('login')
  }
  return (
    <AuthFrame step={otp ? 'otp' : 'credentials'}>
      <WhyLoggedOut />
      {otp ? (
        <OtpStep
          email={email}
          onEmail={(changed) => onTyped({ email: changed })}
          notice={otp.notice}
          onBack={onBack}
          onLogin={onLogin}
        />
      ) : (
        <CredentialsStep
          mode={mode}
          onMode={setMode}
          typed={typed}
          onTyped={onTyped}
          onOtp={(notice) => setOtp({ notice })}
        />
      )}
    </AuthFrame>
  )
}

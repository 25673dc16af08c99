import { limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { asCallError, formErrorText } from '@kismet/app-kit/call-error.ts'
import { texts } from './auth-rules.ts'
import { useResendOtpMutation } from './auth-api.ts'
import { signUpOf } from './pending-sign-up.ts'

/** Asks for a new code; after that it waits, as long as the server does (decisions 3). */
export function ResendOtp({
  email,
  purpose,
  onProblem,
}: {
  email: string
  purpose: 'signup' | 'reset'
  onProblem: (message: string | null) => void
}): ReactNode {
  const [resend, { isLoading }] = useResendOtpMutation()
  const [waitSeconds, setWaitSeconds] = useState(0)
  useInterval(() => setWaitSeconds(waitSeconds - 1), waitSeconds > 0 ? 1_000 : null)

  const send = async (): Promise<void> => {
    const empty = email.trim() === ''
    onProblem(empty ? texts.email : null)
    if (empty) return
    const { error } = await resend({ email, purpose, ...(purpose === 'signup' ? signUpOf(email) : {}) })
    const failure = error ? asCallError(error) : null
    if (failure) onProblem(formErrorText(failure, 'Failed to send OTP.'))
    setWaitSeconds(Math.ceil(failure ? (failure.retryAfterSeconds ?? 0) : limits.otp.resendAfterMs / 1_000))
  }
  return (
    <div className="spread wrap small">
      <span className="muted">Nothing arrived?</span>
      <Button kind="quiet" busy={isLoading} disabled={waitSeconds > 0} onClick={() => void send()}>
        {waitSeconds > 0 ? `Resend OTP in ${waitSeconds} s` : 'Resend OTP'}
      </Button>
    </div>
  )
}

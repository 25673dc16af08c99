import { limits, resendOtp } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import { formErrorText } from '../../core/error-text.ts'
import type { Problem } from '../../core/use-form.ts'
import { emptyTexts } from './auth-rules.ts'
import { mutationHook } from '../../entities/session/from-contract.ts'
import type { Purpose } from './mailed-code.ts'
import { codeAsked, codeRefused, waitSecondsOf } from './mailed-code.ts'
import { signUpOf } from './mailed-code.ts'

const useResend = mutationHook(resendOtp)

/** Asks for a new code. It is not offered while the server would refuse it (decisions 3), after a reload neither. */
export function ResendOtp({
  email,
  purpose,
  onSent,
  tell,
}: {
  email: string
  purpose: Purpose
  /** Another code is on its way. */
  onSent: () => void
  /** Shows in the form why no code is sent, or no problem. */
  tell: (problem: Problem | null) => void
}): ReactNode {
  const [resend, { isLoading }] = useResend()
  const [, setTick] = useState(0)
  const [isSent, setSent] = useState(false)
  const waitSeconds = waitSecondsOf(purpose, email)
  useInterval(() => setTick((tick) => tick + 1), waitSeconds > 0 ? 1_000 : null)

  const send = async (): Promise<void> => {
    const empty = email.trim() === ''
    tell(empty ? { message: emptyTexts.email } : null)
    if (empty) return
    const { error } = await resend({ email, purpose, ...(purpose === 'signup' ? signUpOf(email) : {}) })
    const failure = error ? asCallError(error) : null
    if (failure) {
      tell({ message: () => formErrorText(failure, t`Failed to send OTP.`) })
      codeRefused(purpose, email, (failure.retryAfterSeconds ?? 0) * 1_000)
    } else {
      codeAsked(purpose, email, limits.otp.resendAfterMs)
      setSent(true)
      onSent()
    }
    setTick((tick) => tick + 1)
  }
  return (
    <Row spread gap={3} wrap className={textClass('small')}>
      <span className={textClass('muted')} role="status">
        {isSent ? t`New OTP sent. Only the newest OTP works.` : t`No email yet?`}
      </span>
      <Button
        kind="quiet"
        busy={isLoading}
        off={waitSeconds > 0}
        // A screen reader would read out a name that changes each second.
        aria-label={waitSeconds > 0 ? t`Resend OTP` : undefined}
        onClick={() => void send()}
      >
        {waitSeconds > 0 ? t`Resend OTP in ${waitSeconds} s` : t`Resend OTP`}
      </Button>
    </Row>
  )
}

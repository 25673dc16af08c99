import { limits, verifyOtp } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { CodeField } from '@kismet/ui/controls/code-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import { useFormOf } from '../../core/use-form.ts'
import { mutationHook } from '../../entities/session/from-contract.ts'
import type { CodeForm } from './auth-rules.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import { Back, EmailField, MayBeDone, StepHead } from './auth-fields.tsx'
import { otpProblem } from './auth-rules.ts'
import { codeProblem, emptyWrongCode } from './mailed-code.ts'
import { signUpOf } from './mailed-code.ts'
import { ResendOtp } from './resend-otp.tsx'
import { useWelcome } from './use-welcome.ts'

const validMinutes = limits.otp.lifetimeMs / 60_000
const useVerify = mutationHook(verifyOtp)

/** The code from the mail (spec 2.2): e-mail, OTP, Back, Verify and Resend OTP. */
export function OtpStep({
  email,
  onEmail,
  notice,
  onBack,
  onLogin,
}: {
  email: string
  onEmail: (email: string) => void
  /** Why the player is here, when it is not a fresh sign-up. */
  notice: LazyText | null
  onBack: () => void
  /** The player has chosen to log in instead. */
  onLogin: () => void
}): ReactNode {
  const codeField = useRef<HTMLInputElement>(null)
  const [otp, setOtp] = useState('')
  const [sentTo, setSentTo] = useState({ email, isFirst: true })
  const [verify, { isLoading: busy }] = useVerify()
  const welcome = useWelcome()
  const write = (changes: Partial<CodeForm>): void => {
    if (changes.email !== undefined) onEmail(changes.email)
    if (changes.otp !== undefined) setOtp(changes.otp)
  }
  const { change, field, problem, tell } = useFormOf<CodeForm>({ email, otp }, write, busy)
  const submit = async (): Promise<void> => {
    if (tell(otpProblem({ email, otp }))) return
    const { data, error } = await verify({ email, otp, ...signUpOf(email) })
    if (data) {
      welcome(data, 'verified')
      return
    }
    const failure = asCallError(error)
    emptyWrongCode(failure, codeField.current, () => setOtp(''))
    tell(codeProblem('signup', email, failure, () => t`Failed to verify OTP.`))
  }
  const sent = sentTo.isFirst
    ? t`We sent an OTP of ${limits.otp.length} digits to ${sentTo.email}. The OTP is valid for ${validMinutes} minutes.`
    : t`We sent a new OTP to ${sentTo.email}. Earlier OTPs no longer work.`
  const onSent = (): void => {
    change({ otp: '' })
    setSentTo({ email, isFirst: false })
  }
  return (
    <>
      <Back onBack={onBack} />
      <StepHead title={t`Check your email`} where={(sentTo.isFirst ? notice?.() : undefined) ?? sent} />
      <Form onSubmit={submit}>
        <EmailField {...field('email')} />
        <CodeField
          ref={codeField}
          label={t`OTP`}
          name={'otp' satisfies keyof CodeForm}
          length={limits.otp.length}
          code={otp}
          onCode={(code) => change({ otp: code })}
          autoFocus
          submits
        />
        {problem && <Notice tone="bad">{problem.message()}</Notice>}
        {problem?.isOutcomeUnknown && <MayBeDone onLogin={onLogin} />}
        <Button type="submit" kind="primary" big busy={busy} off={otp.length !== limits.otp.length}>
          {t`Verify`}
        </Button>
        <ResendOtp email={email} purpose="signup" onSent={onSent} tell={tell} />
      </Form>
    </>
  )
}

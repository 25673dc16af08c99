import { limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { CodeField } from '@kismet/ui/controls/code-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode, Ref } from 'react'
import { useRef, useState } from 'react'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import { formErrorText } from '../../core/error-text.ts'
import { useVerifyOtpMutation } from './auth-api.ts'
import type { CodeForm } from './auth-rules.ts'
import type { Said } from '../../core/said.ts'
import { backClass } from '../../core/page/page.tsx'
import { otpProblem } from './auth-rules.ts'
import { codeWasWrong, mayBeDone } from './mailed-code.ts'
import { MayBeDone } from './may-be-done.tsx'
import { signUpOf } from './pending-sign-up.ts'
import { ResendOtp } from './resend-otp.tsx'
import { useWelcome } from './use-welcome.ts'
import { EmailField } from './email-field.tsx'

const validMinutes = limits.otp.lifetimeMs / 60_000

/** The code as it is typed: a remark goes as soon as something is changed. */
function useVerify(email: string): {
  /** Where the code is typed. */
  field: Ref<HTMLInputElement>
  otp: string
  onCode: (code: string) => void
  problem: { message: Said; isUnclear?: boolean } | null
  onProblem: (message: Said | null) => void
  busy: boolean
  submit: () => Promise<void>
} {
  const field = useRef<HTMLInputElement>(null)
  const [otp, setOtp] = useState('')
  const [problem, setProblem] = useState<{ message: Said; isUnclear?: boolean } | null>(null)
  const [verify, { isLoading }] = useVerifyOtpMutation()
  const welcome = useWelcome()
  const submit = async (): Promise<void> => {
    const wrong = otpProblem({ email, otp })
    setProblem(wrong)
    if (wrong) return
    const { data, error } = await verify({ email, otp, ...signUpOf(email) })
    if (data) {
      welcome(data, 'verified')
      return
    }
    const failure = asCallError(error)
    const isWrong = failure.code === 'invalid_code'
    const usedUp = isWrong ? codeWasWrong('signup', email) : null
    // What failed for another reason can be sent again as it is.
    if (isWrong) {
      setOtp('')
      field.current?.focus()
    }
    setProblem({
      message: usedUp ?? (() => formErrorText(failure, t`Failed to verify OTP.`)),
      isUnclear: mayBeDone('signup', email, failure),
    })
  }
  return {
    field,
    otp,
    onCode: (code) => {
      setProblem(null)
      setOtp(code)
    },
    problem,
    onProblem: (message) => setProblem(message && { message }),
    busy: isLoading,
    submit,
  }
}

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
  notice: Said | null
  onBack: () => void
  /** The player has chosen to log in instead. */
  onLogin: () => void
}): ReactNode {
  const { field, otp, onCode, problem, onProblem, busy, submit } = useVerify(email)
  const [sentTo, setSentTo] = useState({ email, isFirst: true })
  const sent = sentTo.isFirst
    ? t`We sent an OTP of ${limits.otp.length} digits to ${sentTo.email}. The OTP is valid for ${validMinutes} minutes.`
    : t`We sent a new OTP to ${sentTo.email}. Earlier OTPs no longer work.`
  const onSent = (): void => {
    onCode('')
    setSentTo({ email, isFirst: false })
  }
  return (
    <>
      <button type="button" className={backClass} onClick={onBack}>
        <Icon of={ArrowLeft} size="s" />
        {t`Back`}
      </button>
      <Stack as="header" gap={1}>
        <h1>{t`Check your email`}</h1>
        <p className={textClass('small', 'muted')} role="status">
          {(sentTo.isFirst ? notice?.() : undefined) ?? sent}
        </p>
      </Stack>
      <Form onSubmit={submit}>
        <EmailField
          email={email}
          readOnly={busy}
          onEmail={(text) => {
            onProblem(null)
            onEmail(text)
          }}
        />
        <CodeField
          ref={field}
          label={t`OTP`}
          name={'otp' satisfies keyof CodeForm}
          length={limits.otp.length}
          code={otp}
          onCode={onCode}
          autoFocus
        />
        {problem && <Notice tone="bad">{problem.message()}</Notice>}
        {problem?.isUnclear && <MayBeDone onLogin={onLogin} />}
        <Button type="submit" kind="primary" big busy={busy} off={otp.length !== limits.otp.length}>
          {t`Verify`}
        </Button>
        <ResendOtp email={email} purpose="signup" onSent={onSent} onProblem={onProblem} />
      </Form>
    </>
  )
}

import { forgotPassword, limits, resetPassword } from '@kismet/contracts'
import { Button, buttonClass } from '@kismet/ui/controls/button.tsx'
import { CodeField } from '@kismet/ui/controls/code-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { Link } from '../core/link.tsx'
import { z } from 'zod'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import { formErrorText } from '../core/error-text.ts'
import { newPasswordHint, newPasswordProblem } from '../core/new-password.ts'
import { paths } from '../core/paths.ts'
import { useForm, useFormOf } from '../core/use-form.ts'
import { mutationHook } from '../entities/session/from-contract.ts'
import { Back, EmailField, MayBeDone, StepHead } from '../features/auth/auth-fields.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import type { ResetForm } from '../features/auth/auth-rules.ts'
import { forgotProblem, resetProblem } from '../features/auth/auth-rules.ts'
import { codeAsked, codeProblem, emptyWrongCode, forgetCodes, isCodeUnderWay } from '../features/auth/mailed-code.ts'
import { pendingReset } from '../features/auth/mailed-code.ts'
import { ResendOtp } from '../features/auth/resend-otp.tsx'

const useForgot = mutationHook(forgotPassword)
const useReset = mutationHook(resetPassword)

/** What the login passes on. */
const LoginTyped = z.object({ email: z.string() })

const words = (): [string, string] => [t`Show`, t`Hide`]

function EmailStep({
  email,
  onEmail,
  onSent,
}: {
  email: string
  onEmail: (email: string) => void
  onSent: () => void
}): ReactNode {
  const [send, { isLoading: busy }] = useForgot()
  const { field, remark, tell } = useFormOf({ email }, (changes) => onEmail(changes.email ?? email), busy)
  const submit = async (): Promise<void> => {
    if (tell(forgotProblem(email))) return
    if (isCodeUnderWay('reset', email)) {
      onSent()
      return
    }
    const { error } = await send({ email })
    if (error) tell({ message: () => formErrorText(asCallError(error), t`Failed to send OTP.`) })
    else {
      codeAsked('reset', email, limits.otp.resendAfterMs)
      onSent()
    }
  }
  return (
    <>
      <Back />
      <StepHead title={t`Forgot Password`} where={t`Step 1 of 3 · we send an OTP to your email`} />
      <Form onSubmit={submit}>
        <EmailField {...field('email')} />
        {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
        <Button type="submit" kind="primary" big busy={busy}>
          {busy ? t`Sending OTP...` : t`Send OTP`}
        </Button>
      </Form>
    </>
  )
}

function ResetStep({ email, onBack, onDone }: { email: string; onBack: () => void; onDone: () => void }): ReactNode {
  const [reset, { isLoading: busy }] = useReset()
  const form = useForm<ResetForm>({ email, otp: '', newPassword: '', confirmPassword: '' }, busy)
  const { values, change, field, errorOf, problem, tell } = form
  const codeField = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState(false)
  const [isNew, setNew] = useState(false)
  const submit = async (): Promise<void> => {
    if (tell(resetProblem(values))) return
    const { error } = await reset(values)
    if (error) {
      const failure = asCallError(error)
      emptyWrongCode(failure, codeField.current, () => change({ otp: '' }))
      tell(codeProblem('reset', email, failure, () => t`Failed to reset password.`))
      return
    }
    forgetCodes()
    onDone()
  }
  const onSent = (): void => {
    change({ otp: '' })
    setNew(true)
  }
  return (
    <>
      <Back onBack={onBack} />
      <StepHead
        title={t`Reset Password`}
        where={
          isNew
            ? t`Step 2 of 3 · we sent a new OTP to ${email}. Earlier OTPs no longer work.`
            : t`Step 2 of 3 · we sent an OTP to ${email}`
        }
      />
      <Form onSubmit={submit}>
        <CodeField
          ref={codeField}
          label={t`OTP`}
          name={'otp' satisfies keyof ResetForm}
          length={limits.otp.length}
          code={values.otp}
          error={errorOf('otp')}
          onCode={(otp) => change({ otp })}
        />
        <PasswordField
          {...field('newPassword')}
          label={t`New Password`}
          hint={newPasswordHint()}
          words={words()}
          autoComplete="new-password"
          error={(left ? newPasswordProblem(values.newPassword) : undefined) ?? errorOf('newPassword')}
          onBlur={() => setLeft(true)}
        />
        <PasswordField
          {...field('confirmPassword')}
          label={t`Confirm Password`}
          words={words()}
          autoComplete="new-password"
        />
        {form.remark !== undefined && <Notice tone="bad">{form.remark}</Notice>}
        {problem?.isOutcomeUnknown && <MayBeDone />}
        <Button type="submit" kind="primary" big busy={busy}>
          {busy ? t`Resetting...` : t`Reset Password`}
        </Button>
        <ResendOtp email={email} purpose="reset" onSent={onSent} tell={tell} />
      </Form>
    </>
  )
}

/** The reset of a forgotten password in three steps (spec 2.11). A reload comes back to the second one, where the code is waited for. */
export function ForgotPasswordPage(): ReactNode {
  const [waiting] = useState(pendingReset.read)
  const [step, setStep] = useState<1 | 2 | 3>(waiting === null ? 1 : 2)
  const typed = LoginTyped.safeParse(useHistoryState()).data
  const [email, setEmail] = useState(waiting?.email ?? typed?.email ?? '')
  const goTo = (next: 1 | 2 | 3): void => {
    pendingReset.write(next === 2 ? { email } : null)
    setStep(next)
  }
  return (
    <AuthFrame step={step}>
      {step === 1 && <EmailStep email={email} onEmail={setEmail} onSent={() => goTo(2)} />}
      {step === 2 && <ResetStep email={email} onBack={() => goTo(1)} onDone={() => goTo(3)} />}
      {step === 3 && (
        <>
          <StepHead title={t`Reset Password`} where={t`Step 3 of 3`} />
          <Notice tone="good">{t`Your password has been reset successfully!`}</Notice>
          <Link className={buttonClass({ kind: 'primary', big: true })} to={paths.auth}>
            {t`Go to Login`}
          </Link>
        </>
      )}
    </AuthFrame>
  )
}

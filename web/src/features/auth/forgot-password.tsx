import { limits } from '@kismet/contracts'
import { Button, buttonClass } from '@kismet/ui/controls/button.tsx'
import { CodeField } from '@kismet/ui/controls/code-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import { formErrorText } from '../../core/error-text.ts'
import { newPasswordHint, newPasswordProblem } from '../../core/new-password.ts'
import { paths } from '../../core/paths.ts'
import { useForgotPasswordMutation, useResetPasswordMutation } from './auth-api.ts'
import { AuthFrame } from './auth-frame.tsx'
import type { Said } from '../../core/said.ts'
import { backClass } from '../../core/page/page.tsx'
import type { FormProblem, ResetForm } from './auth-rules.ts'
import { forgotProblem, resetProblem } from './auth-rules.ts'
import { codeAsked, codeWasWrong, forgetCodes, isCodeUnderWay, mayBeDone } from './mailed-code.ts'
import { MayBeDone } from './may-be-done.tsx'
import { keepPendingReset, readPendingReset } from './pending-reset.ts'
import { ResendOtp } from './resend-otp.tsx'
import { EmailField } from './email-field.tsx'

/** What the login passes on. */
const LoginTyped = z.object({ email: z.string() })

const words = (): [string, string] => [t`Show`, t`Hide`]

function Head({ title, where }: { title: string; where: string }): ReactNode {
  return (
    <Stack as="header" gap={1}>
      <h1>{title}</h1>
      <p className={textClass('small', 'muted')} role="status">
        {where}
      </p>
    </Stack>
  )
}

function EmailStep({
  email,
  onEmail,
  onSent,
}: {
  email: string
  onEmail: (email: string) => void
  onSent: () => void
}): ReactNode {
  const [problem, setProblem] = useState<FormProblem<'email'> | null>(null)
  const [send, { isLoading }] = useForgotPasswordMutation()
  const submit = async (): Promise<void> => {
    const wrong = forgotProblem(email)
    setProblem(wrong)
    if (wrong) return
    if (isCodeUnderWay('reset', email)) {
      onSent()
      return
    }
    const { error } = await send({ email })
    if (error) setProblem({ message: () => formErrorText(asCallError(error), t`Failed to send OTP.`) })
    else {
      codeAsked('reset', email, limits.otp.resendAfterMs)
      onSent()
    }
  }
  return (
    <>
      <Link className={backClass} to={paths.auth}>
        <Icon of={ArrowLeft} size="s" />
        {t`Back`}
      </Link>
      <Head title={t`Forgot Password`} where={t`Step 1 of 3 · we send an OTP to your email`} />
      <Form onSubmit={submit}>
        <EmailField
          email={email}
          readOnly={isLoading}
          error={problem?.field === 'email' ? problem.message() : undefined}
          onEmail={(text) => {
            setProblem(null)
            onEmail(text)
          }}
        />
        {problem && !problem.field && <Notice tone="bad">{problem.message()}</Notice>}
        <Button type="submit" kind="primary" big busy={isLoading}>
          {isLoading ? t`Sending OTP...` : t`Send OTP`}
        </Button>
      </Form>
    </>
  )
}

type ResetProblem = FormProblem<keyof ResetForm> & { readonly isUnclear?: boolean }

/** The second step's form: a remark goes as soon as something is changed. */
function useReset(
  email: string,
  onDone: () => void,
): {
  form: ResetForm
  change: (field: keyof ResetForm, text: string) => void
  problem: ResetProblem | null
  onProblem: (message: Said | null) => void
  busy: boolean
  submit: () => Promise<void>
} {
  const [form, setForm] = useState<ResetForm>({ email, otp: '', newPassword: '', confirmPassword: '' })
  const [problem, setProblem] = useState<ResetProblem | null>(null)
  const [reset, { isLoading }] = useResetPasswordMutation()
  const submit = async (): Promise<void> => {
    const wrong = resetProblem(form)
    setProblem(wrong)
    if (wrong) return
    const { error } = await reset(form)
    if (!error) {
      forgetCodes()
      onDone()
      return
    }
    const failure = asCallError(error)
    const usedUp = failure.code === 'invalid_code' ? codeWasWrong('reset', email) : null
    setProblem({
      message: usedUp ?? (() => formErrorText(failure, t`Failed to reset password.`)),
      isUnclear: mayBeDone('reset', email, failure),
    })
  }
  return {
    form,
    change: (field, text) => {
      setProblem(null)
      setForm({ ...form, [field]: text })
    },
    problem,
    onProblem: (message) => setProblem(message && { message }),
    busy: isLoading,
    submit,
  }
}

function ResetStep({ email, onBack, onDone }: { email: string; onBack: () => void; onDone: () => void }): ReactNode {
  const { form, change, problem, onProblem, busy, submit } = useReset(email, onDone)
  const [left, setLeft] = useState(false)
  const [isNew, setNew] = useState(false)
  const errorOf = (field: keyof ResetForm): string | undefined =>
    problem?.field === field ? problem.message() : undefined
  const onSent = (): void => {
    change('otp', '')
    setNew(true)
  }
  return (
    <>
      <button type="button" className={backClass} onClick={onBack}>
        <Icon of={ArrowLeft} size="s" />
        {t`Back`}
      </button>
      <Head
        title={t`Reset Password`}
        where={
          isNew
            ? t`Step 2 of 3 · we sent a new OTP to ${email}. Earlier OTPs no longer work.`
            : t`Step 2 of 3 · we sent an OTP to ${email}`
        }
      />
      <Form onSubmit={submit}>
        <CodeField
          label={t`OTP`}
          name={'otp' satisfies keyof ResetForm}
          length={limits.otp.length}
          code={form.otp}
          error={errorOf('otp')}
          onCode={(code) => change('otp', code)}
        />
        <PasswordField
          label={t`New Password`}
          name={'newPassword' satisfies keyof ResetForm}
          hint={newPasswordHint()}
          words={words()}
          autoComplete="new-password"
          value={form.newPassword}
          readOnly={busy}
          error={(left ? newPasswordProblem(form.newPassword) : undefined) ?? errorOf('newPassword')}
          onBlur={() => setLeft(true)}
          onChange={(event) => change('newPassword', event.target.value)}
        />
        <PasswordField
          label={t`Confirm Password`}
          name={'confirmPassword' satisfies keyof ResetForm}
          words={words()}
          autoComplete="new-password"
          value={form.confirmPassword}
          readOnly={busy}
          error={errorOf('confirmPassword')}
          onChange={(event) => change('confirmPassword', event.target.value)}
        />
        {problem && !problem.field && <Notice tone="bad">{problem.message()}</Notice>}
        {problem?.isUnclear && <MayBeDone />}
        <Button type="submit" kind="primary" big busy={busy}>
          {busy ? t`Resetting...` : t`Reset Password`}
        </Button>
        <ResendOtp email={email} purpose="reset" onSent={onSent} onProblem={onProblem} />
      </Form>
    </>
  )
}

/** The reset of a forgotten password in three steps (spec 2.11). A reload comes back to the second one, where the code is waited for. */
export function ForgotPassword(): ReactNode {
  const [waiting] = useState(readPendingReset)
  const [step, setStep] = useState<1 | 2 | 3>(waiting === null ? 1 : 2)
  const typed = LoginTyped.safeParse(useLocation().state).data
  const [email, setEmail] = useState(waiting ?? typed?.email ?? '')
  const goTo = (next: 1 | 2 | 3): void => {
    keepPendingReset(next === 2 ? email : null)
    setStep(next)
  }
  return (
    <AuthFrame step={step}>
      {step === 1 && <EmailStep email={email} onEmail={setEmail} onSent={() => goTo(2)} />}
      {step === 2 && <ResetStep email={email} onBack={() => goTo(1)} onDone={() => goTo(3)} />}
      {step === 3 && (
        <>
          <Head title={t`Reset Password`} where={t`Step 3 of 3`} />
          <Notice tone="good">{t`Your password has been reset successfully!`}</Notice>
          <Link className={buttonClass({ kind: 'primary', big: true })} to={paths.auth}>
            {t`Go to Login`}
          </Link>
        </>
      )}
    </AuthFrame>
  )
}

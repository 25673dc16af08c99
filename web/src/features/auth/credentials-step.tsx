import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox, TabPanel, Tabs } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { signup, WireInput } from '@kismet/contracts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formErrorText } from '../../core/error-text.ts'
import { newPasswordHint, newPasswordProblem } from '../../core/new-password.ts'
import { paths } from '../../core/paths.ts'
import { languageNow } from '../../entities/language/language.ts'
import { useLoginMutation, useSignupMutation } from './auth-api.ts'
import type { Said } from '../../core/said.ts'
import type { Credentials, FormProblem } from './auth-rules.ts'
import { loginProblem, signupProblem } from './auth-rules.ts'
import { codeAsked } from './mailed-code.ts'
import { keepPendingSignUp } from './pending-sign-up.ts'
import { useWelcome } from './use-welcome.ts'
import { EmailField } from './email-field.tsx'
import styles from './auth-frame.module.css'

export type Mode = 'login' | 'signup'

interface StepProps {
  mode: Mode
  onMode: (mode: Mode) => void
  email: string
  onEmail: (email: string) => void
  acceptTerms: boolean
  onAcceptTerms: (acceptTerms: boolean) => void
  /** The sign-up was taken, or a login found the e-mail not verified yet (then with the server's sentence). */
  onOtp: (notice: Said | null) => void
}

const modes = () =>
  [
    { value: 'login', label: t`Login` },
    { value: 'signup', label: t`Sign Up` },
  ] as const

/** Sends the form of the mode; answers with what went wrong. */
function useSubmit({ mode, email, acceptTerms, onOtp }: StepProps): {
  busy: boolean
  submit: (password: string) => Promise<FormProblem<keyof Credentials> | null>
} {
  const [login, { isLoading: loggingIn }] = useLoginMutation()
  const [signup, { isLoading: signingUp }] = useSignupMutation()
  const welcome = useWelcome()
  const failed = (error: CallError, fallback: Said): FormProblem<'email'> | null => {
    const message = (): string => formErrorText(error, fallback())
    if (error.code !== 'email_not_verified') return { message }
    onOtp(message)
    return null
  }
  const submit = async (password: string): Promise<FormProblem<keyof Credentials> | null> => {
    if (mode === 'login') {
      const wrong = loginProblem({ email, password })
      if (wrong) return wrong
      const { data, error } = await login({ email, password })
      if (!data) return failed(asCallError(error), () => t`Login failed.`)
      welcome(data, 'loggedIn')
      return null
    }
    const wrong = signupProblem({ email, password, acceptTerms })
    if (wrong) return wrong
    const { data, error } = await signup({ email, password, acceptTerms, language: languageNow() })
    if (!data) return failed(asCallError(error), () => t`Failed to send OTP.`)
    // The first code of a sign-up does not start the wait for the next.
    codeAsked('signup', email, 0)
    keepPendingSignUp({ email, signupId: data.signupId, entering: true })
    onOtp(null)
    return null
  }
  return { busy: loggingIn || signingUp, submit }
}

function Consent(props: { checked: boolean; onChange: (checked: boolean) => void; disabled: boolean }): ReactNode {
  return (
    <Checkbox {...props} name={'acceptTerms' satisfies keyof WireInput<typeof signup>}>
      <Trans>
        I am 18 or older and accept the{' '}
        <Link className={textClass('link')} to={paths.terms} target="_blank">
          Terms of Service
        </Link>{' '}
        and{' '}
        <Link className={textClass('link')} to={paths.privacy} target="_blank">
          Privacy Policy
        </Link>
      </Trans>
    </Checkbox>
  )
}

/** E-mail and password, to log in or to sign up (spec 2.2). While the form is sent it cannot be changed; the tabs can. */
export function CredentialsStep(props: StepProps): ReactNode {
  const { mode, onMode, email, onEmail, acceptTerms, onAcceptTerms } = props
  const [password, setPassword] = useState('')
  const [left, setLeft] = useState(false)
  const [told, setTold] = useState<{ of: Mode; problem: FormProblem<keyof Credentials> } | null>(null)
  // The answer to a login is no answer to a sign-up.
  const problem = told?.of === mode ? told.problem : null
  const { busy, submit } = useSubmit(props)
  const isSignup = mode === 'signup'
  const lengthProblem = isSignup && left ? newPasswordProblem(password) : undefined
  const title = isSignup ? t({ message: 'Sign Up', context: 'button' }) : t({ message: 'Login', context: 'button' })

  const onSubmit = async (): Promise<void> => {
    const wrong = await submit(password)
    setTold(wrong && { of: mode, problem: wrong })
  }
  /** A remark is about what was sent: with a change it is old. */
  const mend = (change: () => void): void => {
    setTold(null)
    change()
  }
  const onTab = (next: Mode): void => {
    setLeft(false)
    mend(() => onMode(next))
  }
  return (
    <>
      <h1 className={textClass('sr')}>{title}</h1>
      <Tabs of="auth" look="seg" label={t`Login or sign up`} options={modes()} value={mode} onChange={onTab} />
      <TabPanel of="auth" value={mode}>
        <Form onSubmit={onSubmit}>
          <EmailField
            email={email}
            readOnly={busy}
            error={problem?.field === 'email' ? problem.message() : undefined}
            onEmail={(text) => mend(() => onEmail(text))}
          />
          <PasswordField
            label={t`Password`}
            icon={Lock}
            name={'password' satisfies keyof Credentials}
            autoComplete={isSignup ? 'new-password' : 'current-password'}
            value={password}
            readOnly={busy}
            hint={isSignup ? newPasswordHint() : undefined}
            error={lengthProblem ?? (problem?.field === 'password' ? problem.message() : undefined)}
            onBlur={() => setLeft(true)}
            onChange={(event) => mend(() => setPassword(event.target.value))}
          />
          {isSignup ? (
            <Consent checked={acceptTerms} disabled={busy} onChange={(accepts) => mend(() => onAcceptTerms(accepts))} />
          ) : (
            <Link className={classNames(textClass('link'), styles.forgot)} to={paths.forgotPassword} state={{ email }}>
              {t`Forgot Password?`}
            </Link>
          )}
          {problem && !problem.field && <Notice tone="bad">{problem.message()}</Notice>}
          <Button type="submit" kind="primary" big busy={busy} disabled={lengthProblem !== undefined}>
            {title}
          </Button>
        </Form>
      </TabPanel>
    </>
  )
}

import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox, TabPanel, Tabs } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from '../../core/link.tsx'
import { login, signup } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formErrorText } from '../../core/error-text.ts'
import { newPasswordHint, newPasswordProblem } from '../../core/new-password.ts'
import { paths } from '../../core/paths.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import type { Problem } from '../../core/use-form.ts'
import { useFormOf } from '../../core/use-form.ts'
import { languageNow } from '../../entities/language/language.ts'
import { mutationHook } from '../../entities/session/from-contract.ts'
import { EmailField } from './auth-fields.tsx'
import type { Credentials } from './auth-rules.ts'
import { loginProblem, signupProblem } from './auth-rules.ts'
import { codeAsked } from './mailed-code.ts'
import { pendingSignUp } from './mailed-code.ts'
import { useWelcome } from './use-welcome.ts'
import styles from './auth-frame.module.css'

const useLogin = mutationHook(login)
const useSignup = mutationHook(signup)

export type Mode = 'login' | 'signup'

/** What stays while the player is at the OTP step. */
interface Typed {
  email: string
  acceptTerms: boolean
}

interface StepProps {
  mode: Mode
  onMode: (mode: Mode) => void
  typed: Typed
  onTyped: (changes: Partial<Typed>) => void
  /** The sign-up was taken, or a login found the e-mail not verified yet (then with the server's sentence). */
  onOtp: (notice: LazyText | null) => void
}

const modes = () =>
  [
    { value: 'login', label: t`Login` },
    { value: 'signup', label: t`Sign Up` },
  ] as const

/** Sends the form of the mode; answers with what went wrong. */
function useSubmit({ mode, typed: { email, acceptTerms }, onOtp }: StepProps): {
  busy: boolean
  submit: (password: string) => Promise<Problem<keyof Credentials> | null>
} {
  const [sendLogin, { isLoading: loggingIn }] = useLogin()
  const [sendSignup, { isLoading: signingUp }] = useSignup()
  const welcome = useWelcome()
  const failed = (error: CallError, fallback: LazyText): Problem | null => {
    const message = (): string => formErrorText(error, fallback())
    if (error.code !== 'email_not_verified') return { message }
    onOtp(message)
    return null
  }
  const submit = async (password: string): Promise<Problem<keyof Credentials> | null> => {
    if (mode === 'login') {
      const wrong = loginProblem({ email, password })
      if (wrong) return wrong
      const { data, error } = await sendLogin({ email, password })
      if (!data) return failed(asCallError(error), () => t`Login failed.`)
      welcome(data, 'loggedIn')
      return null
    }
    const wrong = signupProblem({ email, password, acceptTerms })
    if (wrong) return wrong
    const { data, error } = await sendSignup({ email, password, acceptTerms, language: languageNow() })
    if (!data) return failed(asCallError(error), () => t`Failed to send OTP.`)
    // The first code of a sign-up does not start the wait for the next.
    codeAsked('signup', email, 0)
    pendingSignUp.write({ email, signupId: data.signupId, entering: true })
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
  const { mode, onMode, typed, onTyped } = props
  const [password, setPassword] = useState('')
  const [left, setLeft] = useState(false)
  // The answer to a login is no answer to a sign-up.
  const [toldOf, setToldOf] = useState(mode)
  const { busy, submit } = useSubmit(props)
  const isSignup = mode === 'signup'
  const write = ({ password: changed, ...others }: Partial<Credentials & Typed>): void => {
    if (changed !== undefined) setPassword(changed)
    onTyped(others)
  }
  const form = useFormOf<Credentials & Typed, keyof Credentials>({ ...typed, password }, write, busy)
  const shown = (text: string | undefined): string | undefined => (toldOf === mode ? text : undefined)
  const lengthProblem = isSignup && left ? newPasswordProblem(password) : undefined
  const title = isSignup ? t({ message: 'Sign Up', context: 'button' }) : t({ message: 'Login', context: 'button' })

  const onSubmit = async (): Promise<void> => {
    form.tell(await submit(password))
    setToldOf(mode)
  }
  const onTab = (next: Mode): void => {
    setLeft(false)
    form.tell(null)
    onMode(next)
  }
  const remark = shown(form.remark)
  return (
    <>
      <h1 className={textClass('sr')}>{title}</h1>
      <Tabs of="auth" variant="seg" label={t`Login or sign up`} options={modes()} value={mode} onChange={onTab} />
      <TabPanel of="auth" value={mode}>
        <Form onSubmit={onSubmit}>
          <EmailField {...form.field('email')} error={shown(form.errorOf('email'))} />
          <PasswordField
            {...form.field('password')}
            label={t`Password`}
            icon={Lock}
            autoComplete={isSignup ? 'new-password' : 'current-password'}
            hint={isSignup ? newPasswordHint() : undefined}
            error={lengthProblem ?? shown(form.errorOf('password'))}
            onBlur={() => setLeft(true)}
          />
          {isSignup ? (
            <Consent
              checked={typed.acceptTerms}
              disabled={busy}
              onChange={(accepts) => form.change({ acceptTerms: accepts })}
            />
          ) : (
            <Link
              className={classNames(textClass('link'), styles.forgot)}
              to={paths.forgotPassword}
              state={{ email: typed.email }}
            >
              {t`Forgot Password?`}
            </Link>
          )}
          {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
          <Button type="submit" kind="primary" big busy={busy} disabled={lengthProblem !== undefined}>
            {title}
          </Button>
        </Form>
      </TabPanel>
    </>
  )
}

import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { adminLogin, limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField, TextField } from '@kismet/ui/controls/text-field.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ClockAlert from 'lucide-react/icons/clock-alert'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import { z } from 'zod'
import { formErrorText } from '../../core/error-text.ts'
import type { Fields } from '../../core/fields.ts'
import { useFields } from '../../core/fields.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useSendOnce } from '../../entities/notices/use-change.ts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import type { EndReason } from '@kismet/app-kit/session/session-core.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import { selectEndReason, sessionStarted } from '../../entities/session/session-slice.ts'
import { storedSession } from '../../entities/session/storage.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import styles from './login.module.css'

// Few come here, once each.
const setUpStep = lazyPage(() => import('./set-up-step.tsx'), 'SetUpStep')

const inactivityMinutes = limits.session.inactivityMs / 60_000
const failed = 'Login failed'
const lostSetUp =
  'No answer from the server. Two-step login may already be on. Keep the codes, close this window and log in with a code.'

/** The typed texts; an untouched field is empty. */
const Typed = z
  .object({ username: z.string(), password: z.string(), totp: z.string(), newPassword: z.string() })
  .transform(({ totp, newPassword, ...who }): z.input<typeof adminLogin.input> => ({
    ...who,
    ...(totp.trim() !== '' && { totp }),
    ...(newPassword !== '' && { newPassword }),
  }))
  .pipe(adminLogin.input)
type Login = z.output<typeof Typed>

/** Why a login failed. */
interface Problem {
  readonly text: string
  /** The field that the server also requires. */
  readonly needs?: 'totp' | 'newPassword' | 'setUp'
  /** No answer came: the outcome of the login is unknown. */
  readonly isLost?: boolean
}

const needed: Partial<Record<string, Problem['needs']>> = {
  totp_required: 'totp',
  totp_set_up_required: 'setUp',
  new_password_required: 'newPassword',
}

/** Logs in; answers with what went wrong, or null. */
function useLogin(): { busy: boolean; login: (login: Login) => Promise<Problem | null> } {
  const dispatch = useAppDispatch()
  const { busy, send } = useSendOnce()
  const login = async (input: Login): Promise<Problem | null> => {
    const ended = await send(adminLogin, input)
    if (ended === null) return null
    if (ended.is !== 'done') {
      const needs = needed[ended.error.code ?? '']
      return { text: formErrorText(ended.error, failed), ...(needs && { needs }), isLost: ended.is === 'lost' }
    }
    const { token, admin, message } = ended.data
    storedSession.writeLastActivity(Date.now())
    dispatch(sessionStarted({ token, admin }))
    dispatch(toastShown('good', message))
    return null
  }
  return { busy, login }
}

function LoggedOut({ reason }: { reason: EndReason | null }): ReactNode {
  if (reason === null || reason === 'logout') return null
  return (
    <Notice tone="warn" icon={ClockAlert}>
      <b>You were logged out</b>
      <br />
      {reason === 'idle' ? `${inactivityMinutes} minutes without activity.` : 'Your session has ended.'}
    </Notice>
  )
}

const neededWords: Readonly<Record<NonNullable<Problem['needs']>, readonly [title: string, says: string]>> = {
  totp: ['One more step', 'Enter a code from your authenticator app, or a recovery code.'],
  newPassword: ['Choose a new password', 'The password that you got was for one login.'],
  setUp: ['Two-step login is compulsory', 'Set it up to log in.'],
}

function Failed({ problem: { text, needs } }: { problem: Problem }): ReactNode {
  if (needs !== undefined) {
    const [title, says] = neededWords[needs]
    return (
      <Notice tone="warn" icon={ShieldAlert}>
        <b>{title}</b>
        <br />
        {says}
      </Notice>
    )
  }
  return (
    <Notice tone="bad" icon={CircleAlert}>
      <b>{failed}</b>
      {text !== failed && (
        <>
          <br />
          {text}
        </>
      )}
    </Notice>
  )
}

interface FieldsProps {
  readonly fields: Fields<z.input<typeof Typed>, Login>
  readonly asksNew: boolean
  /** How often the code was asked for. */
  readonly codeAsks: number
}

function LoginFields({ fields, asksNew, codeAsks }: FieldsProps): ReactNode {
  // What is wrong stands above all fields.
  const field = (name: keyof z.input<typeof Typed>) => ({ ...fields.text(name), error: undefined })
  return (
    <>
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={64}
      />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
      {asksNew && (
        <PasswordField
          {...field('newPassword')}
          label="New password"
          hint={`${limits.password.minLength} characters or more.`}
          autoComplete="new-password"
          autoFocus
        />
      )}
      <TextField
        // Each time the server requires the code, a new key mounts the field again, so that it takes the focus.
        key={codeAsks}
        {...field('totp')}
        label="6-digit code"
        beside={<span className={textClass('small', 'muted')}>if your account has one</span>}
        placeholder="000000"
        mono
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        autoFocus={codeAsks > 0}
      />
    </>
  )
}

/** Username, password and what else the account asks for. The page goes on by itself once somebody is logged in. */
export function LoginForm(): ReactNode {
  const endReason = useAppSelector(selectEndReason)
  const { busy, login } = useLogin()
  const fields = useFields(Typed, { username: '', password: '', totp: '', newPassword: '' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [asksNew, setAsksNew] = useState(false)
  const [codeAsks, setCodeAsks] = useState(0)
  const settle = (met: Problem | null): void => {
    setProblem(met)
    if (met?.needs === 'newPassword') setAsksNew(true)
    const isCodeRefused = met !== null && met.needs === undefined && codeAsks > 0 && !asksNew
    if (met?.needs === 'totp' || isCodeRefused) setCodeAsks(codeAsks + 1)
  }
  const onSubmit = fields.submit(
    async (input) => {
      setProblem(null)
      settle(await login(input))
    },
    (text) => settle({ text }),
  )
  const onCode = async (totp: string): Promise<string | null> => {
    const met = await login(Typed.parse({ ...fields.form.getValues(), totp }))
    if (met?.needs === 'newPassword') {
      fields.form.setValue('totp', totp)
      setProblem(met)
      setAsksNew(true)
    }
    return met?.isLost ? lostSetUp : (met?.text ?? null)
  }
  return (
    <>
      <Form className={styles.form} aria-label="Admin login" onSubmit={onSubmit}>
        {problem === null ? <LoggedOut reason={endReason} /> : <Failed problem={problem} />}
        <LoginFields fields={fields} asksNew={asksNew} codeAsks={codeAsks} />
        <Button type="submit" kind="primary" className={styles.submit} busy={busy}>
          Login
        </Button>
        <p className={textClass('small', 'mute')}>
          A session ends after {inactivityMinutes} minutes without activity. Lost access? Ask an owner.
        </p>
      </Form>
      {problem?.needs === 'setUp' && (
        <Suspense fallback={null}>
          <setUpStep.Page
            {...fields.form.getValues()}
            onCode={onCode}
            onProblem={(text: string) => setProblem({ text, needs: 'setUp' })}
          />
        </Suspense>
      )}
    </>
  )
}

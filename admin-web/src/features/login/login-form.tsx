import { asCallError } from '@kismet/app-kit/call-error.ts'
import { adminLogin, limits, parseInput } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField, TextField } from '@kismet/ui/controls/text-field.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ClockAlert from 'lucide-react/icons/clock-alert'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formErrorText } from '../../core/error-text.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import type { EndReason } from '@kismet/app-kit/session/session-core.ts'
import { selectEndReason, sessionStarted } from '../../entities/session/session-slice.ts'
import { kept } from '../../entities/session/storage.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { useAdminLoginMutation } from './login-api.ts'
import styles from './login.module.css'

/** A field, by its name in the contract. */
type Field = keyof WireInput<typeof adminLogin>

const inactivityMinutes = limits.session.inactivityMs / 60_000
const failed = 'Login failed'

/** Logs in; answers with what went wrong, or null. */
function useLogin(): { busy: boolean; login: (username: string, password: string) => Promise<string | null> } {
  const dispatch = useAppDispatch()
  const [send, { isLoading }] = useAdminLoginMutation()
  const login = async (username: string, password: string): Promise<string | null> => {
    const read = parseInput(adminLogin.input, { username, password })
    if (!read.ok) return read.message
    const { data, error } = await send(read.value)
    if (!data) return formErrorText(asCallError(error), failed)
    kept.writeLastActivity(Date.now())
    dispatch(sessionStarted({ token: data.token, admin: data.admin }))
    dispatch(noticeShown('good', data.message))
    return null
  }
  return { busy: isLoading, login }
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

/** Username and password. The page goes on by itself once somebody is logged in. */
export function LoginForm(): ReactNode {
  const endReason = useAppSelector(selectEndReason)
  const { busy, login } = useLogin()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const onSubmit = async (): Promise<void> => {
    setProblem(null)
    setProblem(await login(username, password))
  }
  return (
    <Form className={styles.form} aria-label="Admin login" onSubmit={onSubmit}>
      {problem === null ? (
        <LoggedOut reason={endReason} />
      ) : (
        <Notice tone="bad" icon={CircleAlert}>
          <b>{failed}</b>
          {problem !== failed && (
            <>
              <br />
              {problem}
            </>
          )}
        </Notice>
      )}
      <TextField
        label="Username"
        name={'username' satisfies Field}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={64}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label="Password"
        name={'password' satisfies Field}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" kind="primary" className={styles.submit} busy={busy}>
        Login
      </Button>
      <p className="small mute">
        A session ends after {inactivityMinutes} minutes without activity. Lost access? Ask an owner.
      </p>
    </Form>
  )
}

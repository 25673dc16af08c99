import { asCallError } from '@kismet/app-kit/call-error.ts'
import { changeAdminPassword, limits, parseInput } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAppDispatch } from '../../core/store.ts'
import { useChangePasswordMutation } from '../../entities/admins/admins-api.ts'
import { failedText } from '../../entities/admins/use-change.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { sessionEnded } from '../../entities/session/session-slice.ts'
import styles from './account.module.css'

const lost = 'your new password may already be active. If you are logged out, log in with it.'

/** A new password of one's own, with the one of now. After it one logs in again, everywhere. */
export function PasswordForm(): ReactNode {
  const dispatch = useAppDispatch()
  const [change, { isLoading }] = useChangePasswordMutation()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [problem, setProblem] = useState<{ field: 'current' | 'new'; text: string } | null>(null)
  const onSubmit = async (): Promise<void> => {
    setProblem(null)
    const read = parseInput(changeAdminPassword.input, { currentPassword, newPassword })
    if (!read.ok) {
      setProblem({ field: currentPassword === '' ? 'current' : 'new', text: read.message })
      return
    }
    const { data, error } = await change(read.value)
    if (data) {
      // The end of a session takes its notices with it.
      dispatch(sessionEnded('logout'))
      dispatch(noticeShown('good', data.message))
      return
    }
    const field = asCallError(error).code === 'wrong_password' ? 'current' : 'new'
    setProblem({ field, text: failedText(error, 'The password was not changed.', lost) })
  }
  const textOf = (field: 'current' | 'new'): string | undefined => (problem?.field === field ? problem.text : undefined)
  return (
    <Panel title="Password" foot={<span>All sessions end, including this one. Log in with the new password.</span>}>
      <Form className={styles.fields} aria-label="Password" onSubmit={onSubmit}>
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={currentPassword}
          error={textOf('current')}
          onChange={(event) => {
            setCurrent(event.target.value)
            setProblem(null)
          }}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          value={newPassword}
          error={textOf('new')}
          hint={`${limits.password.minLength} characters or more.`}
          onChange={(event) => {
            setNew(event.target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" busy={isLoading}>
          Change password
        </Button>
      </Form>
    </Panel>
  )
}

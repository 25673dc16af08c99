import { changeAdminPassword, limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { api } from '../../core/api.ts'
import { useFields } from '../../core/fields.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { failedText, useSendOnce } from '../../entities/notices/use-change.ts'
import { sessionEnded } from '../../entities/session/session-slice.ts'
import styles from './account.module.css'

const lost = 'your new password may already be active. If you are logged out, log in with it.'

/** A new password of one's own, with the one of now. After it one logs in again, everywhere. */
export function PasswordForm(): ReactNode {
  const dispatch = useAppDispatch()
  const { busy, send } = useSendOnce()
  const fields = useFields(changeAdminPassword.input, { currentPassword: '', newPassword: '' })
  const onSubmit = fields.submit(async (passwords) => {
    const ended = await send(changeAdminPassword, passwords)
    if (ended === null) return
    if (ended.is === 'done') {
      // The end of a session removes its toasts.
      dispatch(sessionEnded('logout'))
      dispatch(toastShown('good', ended.data.message))
      return
    }
    // If no answer came, a look at the account tells whether this session has ended.
    dispatch(api.util.invalidateTags(['Admins']))
    const field = ended.error.code === 'wrong_password' ? 'currentPassword' : 'newPassword'
    fields.refuse(failedText(ended, 'The password was not changed.', lost), field)
  })
  return (
    <Panel title="Password" foot={<span>All sessions end, including this one. Log in with the new password.</span>}>
      <Form className={styles.fields} aria-label="Password" onSubmit={onSubmit}>
        <PasswordField label="Current password" autoComplete="current-password" {...fields.text('currentPassword')} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`${limits.password.minLength} characters or more.`}
          {...fields.text('newPassword')}
        />
        <Button type="submit" busy={busy}>
          Change password
        </Button>
      </Form>
    </Panel>
  )
}

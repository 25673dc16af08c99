import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formErrorText } from '../../core/error-text.ts'
import { newPasswordHint, newPasswordProblem } from '../../core/new-password.ts'
import type { Said } from '../../core/said.ts'
import { useAppDispatch } from '../../core/store.ts'
import { sessionEnded } from '../../entities/session/session-slice.ts'
import { useChangePasswordMutation } from './account-api.ts'

type Field = 'currentPassword' | 'newPassword'
const empty: Record<Field, string> = { currentPassword: '', newPassword: '' }

/** A new password, which logs out everywhere, here too. */
export function PasswordPanel(): ReactNode {
  const dispatch = useAppDispatch()
  const [form, setForm] = useState(empty)
  const [wrong, setWrong] = useState<{ field: Field | null; message: Said } | null>(null)
  const [change, { isLoading: busy }] = useChangePasswordMutation()
  const submit = async (): Promise<void> => {
    setWrong(null)
    const missing = form.currentPassword === '' ? 'currentPassword' : form.newPassword === '' ? 'newPassword' : null
    if (missing) {
      setWrong({ field: missing, message: () => t`All fields are required.` })
      return
    }
    const length = newPasswordProblem(form.newPassword)
    if (length !== undefined) {
      setWrong({ field: 'newPassword', message: () => newPasswordProblem(form.newPassword) ?? length })
      return
    }
    const { data, error } = await change(form)
    if (data) {
      dispatch(sessionEnded('password'))
      return
    }
    const failed = asCallError(error)
    if (isOutcomeUnknown(failed)) {
      const message = (): string => t`Your password may have changed. Log in with the new password to check.`
      setWrong({ field: null, message })
      return
    }
    const field =
      failed.code === 'wrong_password' ? 'currentPassword' : failed.code === 'invalid_request' ? 'newPassword' : null
    setWrong({ field, message: () => formErrorText(failed, t`The password could not be changed`) })
  }
  const field = (name: Field) => ({
    name,
    value: form[name],
    readOnly: busy,
    error: wrong?.field === name ? wrong.message() : undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      setForm((before) => ({ ...before, [name]: target.value }))
      setWrong(null)
    },
  })
  return (
    <Panel title={t`Password`}>
      <Form onSubmit={submit}>
        <PasswordField
          {...field('currentPassword')}
          label={t`Current password`}
          icon={Lock}
          autoComplete="current-password"
        />
        <PasswordField
          {...field('newPassword')}
          label={t`New Password`}
          icon={KeyRound}
          autoComplete="new-password"
          hint={t`${newPasswordHint()}. Very common passwords are refused.`}
        />
        {wrong?.field === null && <Notice tone="bad">{wrong.message()}</Notice>}
        <Button type="submit" kind="primary" busy={busy}>
          {t`Change password`}
        </Button>
        <p className={textClass('key')}>{t`This logs you out on every device, including this one.`}</p>
      </Form>
    </Panel>
  )
}

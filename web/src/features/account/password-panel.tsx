import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { changePassword } from '@kismet/contracts'
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
import { formErrorText } from '../../core/error-text.ts'
import { newPasswordHint, newPasswordProblem } from '../../core/new-password.ts'
import { useAppDispatch } from '../../core/store.ts'
import type { Problem } from '../../core/use-form.ts'
import { useForm } from '../../core/use-form.ts'
import { mutationHook } from '../../entities/session/from-contract.ts'
import { sessionEnded } from '../../entities/session/session-slice.ts'

const useChange = mutationHook(changePassword)

type Field = 'currentPassword' | 'newPassword'
const empty: Record<Field, string> = { currentPassword: '', newPassword: '' }

/** The first thing that is wrong before anything is sent. */
function passwordProblem(form: Record<Field, string>): Problem<Field> | null {
  for (const field of ['currentPassword', 'newPassword'] as const)
    if (form[field] === '') return { field, message: () => t`All fields are required.` }
  const length = newPasswordProblem(form.newPassword)
  if (length === undefined) return null
  return { field: 'newPassword', message: () => newPasswordProblem(form.newPassword) ?? length }
}

/** The field that a refusal is about. */
const fieldOf: Readonly<Partial<Record<string, Field>>> = {
  wrong_password: 'currentPassword',
  invalid_request: 'newPassword',
}

/** A new password, which logs out everywhere, here too. */
export function PasswordPanel(): ReactNode {
  const dispatch = useAppDispatch()
  const [change, { isLoading: busy }] = useChange()
  const { values, field, remark, tell } = useForm(empty, busy)
  const submit = async (): Promise<void> => {
    if (tell(passwordProblem(values))) return
    const { data, error } = await change(values)
    if (data) {
      dispatch(sessionEnded('password'))
      return
    }
    const failed = asCallError(error)
    if (isOutcomeUnknown(failed)) {
      tell({ message: () => t`Your password may have changed. Log in with the new password to check.` })
      return
    }
    const wrong = fieldOf[failed.code ?? '']
    const message = (): string => formErrorText(failed, t`The password could not be changed`)
    tell(wrong === undefined ? { message } : { message, field: wrong })
  }
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
        {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
        <Button type="submit" kind="primary" busy={busy}>
          {t`Change password`}
        </Button>
        <p className={textClass('key')}>{t`This logs you out on every device, including this one.`}</p>
      </Form>
    </Panel>
  )
}

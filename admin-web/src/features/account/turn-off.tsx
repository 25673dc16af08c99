import { turnOffTotp } from '@kismet/contracts'
import { PasswordField, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import ShieldOff from 'lucide-react/icons/shield-off'
import type { ReactNode } from 'react'
import { useFields } from '../../core/fields.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { failedText, useSendOnce } from '../../entities/notices/use-change.ts'

const lost = 'it may already be off. Close this window and check.'

/** Asks for the password and a code before the second step goes away. */
export function TurnOff({ onClose }: { onClose: () => void }): ReactNode {
  const dispatch = useAppDispatch()
  const { send } = useSendOnce('Admins')
  const fields = useFields(turnOffTotp.input, { password: '', code: '' })
  const onConfirm = fields.submit(async (proof) => {
    const ended = await send(turnOffTotp, proof)
    if (ended === null) return
    if (ended.is !== 'done') {
      fields.refuse(failedText(ended, 'Two-step login was not turned off.', lost))
      return
    }
    dispatch(toastShown('good', 'Two-step login is off'))
    onClose()
  })
  return (
    <ConfirmDialog
      title="Turn two-step login off?"
      icon={ShieldOff}
      action="Turn off"
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <b className={textClass('strong')}>From then on the password alone is enough to log in.</b> The recovery codes
        are of no use any more.
      </p>
      {fields.problem !== undefined && <Notice tone="bad">{fields.problem}</Notice>}
      <PasswordField label="Password" autoComplete="current-password" {...fields.text('password')} />
      <TextField
        label="6-digit code"
        beside="or a recovery code"
        mono
        autoComplete="one-time-code"
        maxLength={16}
        {...fields.text('code')}
      />
    </ConfirmDialog>
  )
}

import { addAdminAccount } from '@kismet/contracts'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import { useFields } from '../../core/fields.ts'
import { failedText, useSendOnce } from '../../entities/notices/use-change.ts'
import { showFirstPassword } from './first-password.tsx'
import { RoleChoice } from './role-choice.tsx'

/** The password of an answer that was lost is lost too. */
const lost = 'the admin may have been added. If the list shows the admin, use Reset password.'

/** Adds an admin; the server makes the password. */
export function AddAdmin({ onClose }: { onClose: () => void }): ReactNode {
  const { send } = useSendOnce('Admins')
  const fields = useFields(addAdminAccount.input, { username: '', role: 'cashier' })
  const role = fields.choice('role')
  const onConfirm = fields.submit(async (admin) => {
    const ended = await send(addAdminAccount, admin)
    if (ended === null) return
    if (ended.is !== 'done') {
      fields.refuse(failedText(ended, 'The admin was not added.', lost), 'username')
      return
    }
    onClose()
    showFirstPassword(ended.data.admin.username, ended.data.password)
  })
  return (
    <ConfirmDialog title="Add an admin" icon={UserPlus} action="Add admin" onConfirm={onConfirm} onClose={onClose}>
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        {...fields.text('username')}
      />
      <RoleChoice role={role.value} onRole={role.onChange} />
      <p>You get a one-time password to hand over.</p>
      <p>For 24 hours you and this admin count as one person: your two approvals do not count as two.</p>
    </ConfirmDialog>
  )
}

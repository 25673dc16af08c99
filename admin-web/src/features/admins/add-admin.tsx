import type { AdminRole } from '@kismet/contracts'
import { addAdminAccount, parseInput } from '@kismet/contracts'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { Question } from '@kismet/ui/feedback/question.tsx'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAddAdminMutation } from '../../entities/admins/admins-api.ts'
import { failedText } from '../../entities/admins/use-change.ts'
import { showFirstPassword } from './first-password.tsx'
import { RoleChoice } from './role-choice.tsx'

/** The password of an answer that was lost is lost too. */
const lost = 'the admin may have been added. If the list shows the admin, use Reset password.'

/** Adds an admin; the server makes the password. */
export function AddAdmin({ onClose }: { onClose: () => void }): ReactNode {
  const [add] = useAddAdminMutation()
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<AdminRole>('cashier')
  const [problem, setProblem] = useState<string | undefined>()
  const onConfirm = async (): Promise<void> => {
    const read = parseInput(addAdminAccount.input, { username, role })
    if (!read.ok) {
      setProblem(read.message)
      return
    }
    const { data, error } = await add(read.value)
    if (!data) {
      setProblem(failedText(error, 'The admin was not added.', lost))
      return
    }
    onClose()
    showFirstPassword(data.admin.username, data.password)
  }
  return (
    <Question title="Add an admin" icon={UserPlus} action="Add admin" onConfirm={onConfirm} onClose={onClose}>
      <TextField
        label="Username"
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        value={username}
        error={problem}
        onChange={(event) => {
          setUsername(event.target.value)
          setProblem(undefined)
        }}
      />
      <RoleChoice role={role} onRole={setRole} />
      <p>You get a one-time password to hand over.</p>
    </Question>
  )
}

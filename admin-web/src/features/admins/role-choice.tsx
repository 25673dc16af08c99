import type { AdminRole, OrOther } from '@kismet/contracts'
import { adminRoles } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { roleWords } from '../../entities/admins/role-words.ts'
import styles from './admins.module.css'

/** One of the roles, each with what it is for. */
export function RoleChoice({
  role,
  onRole,
  locked = false,
}: {
  role: OrOther<AdminRole>
  onRole: (role: AdminRole) => void
  locked?: boolean
}): ReactNode {
  const name = useId()
  return (
    <fieldset className={styles.roles} disabled={locked}>
      <legend className={textClass('sr')}>Role</legend>
      {adminRoles.map((one) => (
        <label key={one}>
          <input type="radio" name={name} value={one} checked={one === role} onChange={() => onRole(one)} />
          <b>{one.charAt(0).toUpperCase() + one.slice(1)}</b>
          <span>{roleWords[one]}</span>
        </label>
      ))}
    </fieldset>
  )
}

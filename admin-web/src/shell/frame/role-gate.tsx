import type { AdminRole, OrOther } from '@kismet/contracts'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { paths } from '../../core/paths.ts'
import { rolesText } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { Page, useTitle } from '../../entities/page/page.tsx'
import styles from './role-gate.module.css'

/** Shows a page to the roles that may open it, and says to the others who may. */
export function RoleGate({
  roles,
  children,
}: {
  roles: readonly OrOther<AdminRole>[]
  children: ReactNode
}): ReactNode {
  const { username, role } = useAdmin()
  const title = useTitle()
  if (roles.includes(role)) return children
  const who = rolesText(roles)
  return (
    <Page>
      <div className={styles.gate}>
        <EmptyState
          icon={Lock}
          title={`${who} only`}
          action={
            <Link className={buttonClass()} to={paths.dashboard}>
              Back to the dashboard
            </Link>
          }
        >
          {title} is for {who.toLowerCase()}. You are signed in as {username}, {role}.
        </EmptyState>
      </div>
    </Page>
  )
}

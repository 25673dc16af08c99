import { buttonClass } from '@kismet/ui/controls/button.tsx'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PageInfo } from '../pages.ts'
import { Nothing } from '../parts/nothing.tsx'
import { paths } from '../paths.ts'
import { rolesText } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import { Page } from './page.tsx'
import styles from './role-gate.module.css'

/** Shows a page to the roles that may open it, and says to the others who may. */
export function RoleGate({ page, children }: { page: PageInfo; children: ReactNode }): ReactNode {
  const { username, role } = useAdmin()
  if (page.roles.includes(role)) return children
  const who = rolesText(page.roles)
  return (
    <Page title={page.title}>
      <div className={styles.gate}>
        <Nothing icon={Lock} title={`${who} only`}>
          <p>
            {page.title} is for {who.toLowerCase()}. You are signed in as {username}, {role}.
          </p>
          <Link className={buttonClass()} to={paths.dashboard}>
            Back to the dashboard
          </Link>
        </Nothing>
      </div>
    </Page>
  )
}

import { PageLoadError, reportRenderError } from '@kismet/app-kit/lazy-page.ts'
import type { AdminRole, OrOther } from '@kismet/contracts'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import { PageError } from '@kismet/ui/feedback/page-error.tsx'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Fragment, useMemo } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useAppSelector } from '../../core/store.ts'
import { Page, useTitle } from '../../entities/page/page.tsx'
import { rolesText } from '../../entities/session/roles.ts'
import { selectToken } from '../../entities/session/session-slice.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import styles from './gates.module.css'

const notDrawn = (error: Error, again: () => void): ReactNode => (
  <PageError why={error instanceof PageLoadError ? error.why : null} again={again} />
)

/** Keeps the rest of the app when a page cannot be loaded or drawn. */
export function PageBoundary({ children }: { children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary fallback={notDrawn} onError={reportRenderError}>
      {children}
    </ErrorBoundary>
  )
}

/**
 * Lets in an admin who is logged in. Others log in first and come back to their address (spec 2.16). After a login in another
 * tab all pages start again, so that the next admin never sends what the admin before has begun.
 */
export function RequireSession(): ReactNode {
  const { pathname, search } = useLocation()
  // Made once: for another object `Navigate` would go again, while the login is on its way.
  const origin = useMemo(() => ({ from: `${pathname}${search}` }), [pathname, search])
  const token = useAppSelector(selectToken)
  if (token !== null)
    return (
      <Fragment key={token}>
        <Outlet />
      </Fragment>
    )
  return <Navigate to={paths.login} replace state={origin} />
}

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

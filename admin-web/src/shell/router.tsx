import { watchLinks } from '@kismet/app-kit/lazy-page.ts'
import { PendingBar } from '@kismet/ui/feedback/pending-bar.tsx'
import { PageStands } from '@kismet/ui/layout/page-stands.tsx'
import type { ReactNode } from 'react'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { LeavingContext } from '../core/leaving.ts'
import { paths } from '../core/paths.ts'
import { PageTitle } from '../entities/page/page.tsx'
import { PageBoundary } from './frame/page-boundary.tsx'
import { RequireSession } from './frame/require-session.tsx'
import { RoleGate } from './frame/role-gate.tsx'
import { Shell } from './frame/shell.tsx'
import type { PageRoute } from './routes.ts'
import { preloadPage, routes } from './routes.ts'

/** A page for the roles that may open it. What fails in it harms it alone. */
function RoutePage({ route: { title, roles, page } }: { route: PageRoute }): ReactNode {
  const drawn = <page.Page />
  return (
    <PageTitle value={title}>
      <PageBoundary>
        {roles === 'visitor' ? drawn : <RoleGate roles={roles}>{drawn}</RoleGate>}
        <PageStands />
      </PageBoundary>
    </PageTitle>
  )
}

const elementsOf = (table: readonly PageRoute[]): ReactNode =>
  table.map((route) => (
    <Route key={route.path} path={route.path} element={<RoutePage key={route.path} route={route} />} />
  ))

/** Shows the page of the address. While its code is on its way the page before stays, under a bar that says so. */
export function Router({ table = routes }: { table?: readonly PageRoute[] }): ReactNode {
  const location = useLocation()
  const shown = useDeferredValue(location)
  useEffect(() => watchLinks((pathname) => preloadPage(pathname, table)), [table])
  return (
    <>
      {shown !== location && <PendingBar />}
      <LeavingContext value={shown.pathname !== location.pathname}>
        <Suspense fallback={<PendingBar />}>
          <Routes location={shown}>
            {elementsOf(table.filter(({ roles }) => roles === 'visitor'))}
            <Route element={<RequireSession />}>
              <Route element={<Shell />}>{elementsOf(table.filter(({ roles }) => roles !== 'visitor'))}</Route>
            </Route>
            <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
          </Routes>
        </Suspense>
      </LeavingContext>
    </>
  )
}

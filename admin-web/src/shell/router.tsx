import { watchLinks } from '@kismet/app-kit/lazy-page.ts'
import { canonicalPath } from '@kismet/app-kit/canonical-path.ts'
import { PendingBar } from '@kismet/ui/feedback/pending-bar.tsx'
import { RemoveFirstFrame } from '@kismet/ui/layout/remove-first-frame.tsx'
import type { ReactNode } from 'react'
import { createContext, Suspense, useCallback, useContext, useDeferredValue, useEffect, useRef } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { LeavingContext } from '../core/leaving.ts'
import { paths } from '../core/paths.ts'
import { PageTitle } from '../entities/page/page.tsx'
import { PageBoundary, RequireSession, RoleGate } from './frame/gates.tsx'
import { Shell } from './frame/shell.tsx'
import type { PageRoute } from './routes.ts'
import { preloadPage, routes } from './routes.ts'

/** A new page has the focus on its main part, so that reading goes on there. The page that the app opens with keeps the focus of the browser. */
const ArrivalContext = createContext<(pathname: string) => void>(() => undefined)

/** Stands beside a page in its `Suspense`, so that it tells of the page once the page is there. */
function Arrival(): null {
  const { pathname } = useLocation()
  const onPage = useContext(ArrivalContext)
  useEffect(() => onPage(pathname), [onPage, pathname])
  return null
}

/** A page for the roles that may open it. What fails in it harms it alone. */
function RoutePage({ route: { title, roles, page } }: { route: PageRoute }): ReactNode {
  const drawn = <page.Page />
  return (
    <PageTitle value={title}>
      <PageBoundary>
        {roles === 'visitor' ? drawn : <RoleGate roles={roles}>{drawn}</RoleGate>}
        <RemoveFirstFrame />
        <Arrival />
      </PageBoundary>
    </PageTitle>
  )
}

const elementsOf = (table: readonly PageRoute[]): ReactNode =>
  table.map((route) => (
    <Route key={route.path} path={route.path} element={<RoutePage key={route.path} route={route} />} />
  ))

/** Shows the page of the address. While its code is on its way the page before stays, under a bar that says so. */
function Pages({ table }: { table: readonly PageRoute[] }): ReactNode {
  const location = useLocation()
  const shown = useDeferredValue(location)
  useEffect(() => watchLinks((pathname) => preloadPage(pathname, table)), [table])
  const arrived = useRef(location.pathname)
  const arrive = useCallback((pathname: string) => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    // A form can take the focus by itself.
    if (document.activeElement?.matches('main input') !== true)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      {shown !== location && <PendingBar />}
      <LeavingContext value={shown.pathname !== location.pathname}>
        <ArrivalContext value={arrive}>
          <Suspense fallback={<PendingBar />}>
            <Routes location={shown}>
              {elementsOf(table.filter(({ roles }) => roles === 'visitor'))}
              <Route element={<RequireSession />}>
                <Route element={<Shell />}>{elementsOf(table.filter(({ roles }) => roles !== 'visitor'))}</Route>
              </Route>
              <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
            </Routes>
          </Suspense>
        </ArrivalContext>
      </LeavingContext>
    </>
  )
}

/** All pages. An address that is spelt in another way gives way to the plain one. */
export function Router({ table = routes }: { table?: readonly PageRoute[] }): ReactNode {
  const location = useLocation()
  const plain = canonicalPath(
    location.pathname,
    table.map(({ path }) => path),
  )
  if (plain !== location.pathname)
    return <Navigate to={{ ...location, pathname: plain }} state={location.state as unknown} replace />
  return <Pages table={table} />
}

import { watchLinks } from '@kismet/app-kit/lazy-page.ts'
import { PendingBar } from '@kismet/ui/feedback/pending-bar.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useDeferredValue, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { PageTitle, useDocumentTitle } from '../core/page/page.tsx'
import { casinoPath, paths } from '../core/paths.ts'
import { useAppSelector } from '../core/store.ts'
import { selectToken } from '../entities/session/session-slice.ts'
import { BareFrame, Frame } from './frame/frame.tsx'
import { PageBoundary } from './frame/page-boundary.tsx'
import type { PageRoute } from './routes.ts'
import { preloadPage, routes } from './routes.ts'

/** A page for those who may see it (spec 2.3). What fails in it harms it alone. Another session begins a player's pages anew. */
function RoutePage({ route: { title, role, page } }: { route: PageRoute }): ReactNode {
  const token = useAppSelector(selectToken)
  const shownTitle = t(title)
  useDocumentTitle(shownTitle)
  if (role === 'player' && token === null) return <Navigate to={paths.auth} replace />
  if (role === 'visitor' && token !== null) return <Navigate to={paths.home} replace />
  return (
    <PageTitle value={shownTitle}>
      <PageBoundary key={role === 'player' ? token : null}>
        <page.Page />
      </PageBoundary>
    </PageTitle>
  )
}

const elementsOf = (table: readonly PageRoute[], bare: boolean): ReactNode =>
  table
    .filter((route) => (route.bare ?? false) === bare)
    .map((route) => <Route key={route.path} path={route.path} element={<RoutePage key={route.path} route={route} />} />)

/** Shows the page of the address. While its code is on its way the page before stays, under a bar that says so. */
export function Router({ table = routes }: { table?: readonly PageRoute[] }): ReactNode {
  const location = useLocation()
  const shown = useDeferredValue(location)
  useEffect(() => watchLinks((pathname) => preloadPage(pathname, table)), [table])
  return (
    <>
      {shown !== location && <PendingBar />}
      <Routes location={shown}>
        <Route element={<BareFrame />}>{elementsOf(table, true)}</Route>
        <Route element={<Frame />}>
          <Route path={paths.casino} element={<Navigate to={casinoPath('slots')} replace />} />
          {elementsOf(table, false)}
        </Route>
      </Routes>
    </>
  )
}

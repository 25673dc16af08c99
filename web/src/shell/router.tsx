import { watchLinks } from '@kismet/app-kit/lazy-page.ts'
import { canonicalPath } from '@kismet/app-kit/canonical-path.ts'
import { PendingBar } from '@kismet/ui/feedback/pending-bar.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { AtAddress } from '../core/at-address.tsx'
import { pathAfterLogin, useWayBack } from '../core/login-link.tsx'
import { PageTitle, useDocumentTitle } from '../core/page/page.tsx'
import { casinoPath, paths } from '../core/paths.ts'
import { useAppSelector } from '../core/store.ts'
import { selectEndReason, selectToken } from '../entities/session/session-slice.ts'
import { BareFrame, Frame } from './frame/frame.tsx'
import { PageBoundary } from './frame/page-boundary.tsx'
import type { PageRoute } from './routes.ts'
import { preloadPage, routeAt, routes } from './routes.ts'

/** The title of the tab as the table of routes has it. It stands before the page, so that a page can set a title of its own. */
function TabTitle({ title }: { title: string }): null {
  useDocumentTitle(title)
  return null
}

/** A page for those who may see it (spec 2.3). What fails in it harms it alone. Another session begins a player's pages anew. */
function RoutePage({ route: { title, role, page } }: { route: PageRoute }): ReactNode {
  const token = useAppSelector(selectToken)
  const endReason = useAppSelector(selectEndReason)
  const wayBack = useWayBack()
  const shownTitle = t(title)
  if (role === 'player' && token === null)
    return <Redirect to={paths.auth} replace state={endReason === 'logout' ? undefined : wayBack} />
  if (role === 'visitor' && token !== null) return <Redirect to={pathAfterLogin()} replace />
  return (
    <PageTitle value={shownTitle}>
      <TabTitle title={shownTitle} />
      <PageBoundary key={role === 'player' ? token : null}>
        <page.Page />
      </PageBoundary>
    </PageTitle>
  )
}

/** A new page starts at its top, with the focus on its main part, so that reading goes on there. The page that the app opens with keeps the focus of the browser. */
function useArrive(opened: string): (pathname: string) => void {
  const arrived = useRef(opened)
  return useCallback((pathname) => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    window.scrollTo(0, 0)
    // A form can take the focus by itself.
    if (document.activeElement?.matches('main input') !== true)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [])
}

/** Shows the page of the address. While its code is on its way the page before stays, under a bar that says so. */
function Pages({ table }: { table: readonly PageRoute[] }): ReactNode {
  const [pathname] = useLocation()
  const search = useSearch()
  const address = useMemo(() => ({ pathname, search }), [pathname, search])
  const shown = useDeferredValue(address)
  const arrive = useArrive(pathname)
  const Around = routeAt(shown.pathname, table)?.bare === true ? BareFrame : Frame
  useEffect(() => watchLinks((pathname) => preloadPage(pathname, table)), [table])
  return (
    <>
      {shown !== address && <PendingBar />}
      <AtAddress address={shown}>
        <Around onPage={arrive}>
          <Switch>
            <Route path={paths.casino}>
              <Redirect to={casinoPath('slots')} replace />
            </Route>
            {table.map((route) => (
              <Route key={route.path} path={route.path}>
                <RoutePage route={route} />
              </Route>
            ))}
          </Switch>
        </Around>
      </AtAddress>
    </>
  )
}

/** All pages. An address that is spelt in another way gives way to the plain one. */
export function Router({ table = routes }: { table?: readonly PageRoute[] }): ReactNode {
  const [pathname] = useLocation()
  const plain = canonicalPath(
    pathname,
    table.map(({ path }) => path),
  )
  if (plain !== pathname) {
    const { search, hash } = window.location
    return <Redirect to={plain + search + hash} replace />
  }
  return <Pages table={table} />
}

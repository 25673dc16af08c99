import type { ReactNode } from 'react'
import { Fragment, useMemo } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '../../core/paths.ts'
import { selectToken } from '../../entities/session/session-slice.ts'
import { useAppSelector } from '../../core/store.ts'

/**
 * Lets in who is logged in; the others log in first and come back to where they were going (spec 2.16). One session may follow another with nothing drawn between, when
 * another tab has logged in anew: it begins all pages anew, so that what one admin has begun or written is never sent by the next.
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

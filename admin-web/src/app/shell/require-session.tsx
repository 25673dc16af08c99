import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { selectToken } from '../session/session-slice.ts'
import { useAppSelector } from '../store.ts'

/** Lets in who is logged in; the others log in first and come back to where they were going (spec 2.16). */
export function RequireSession(): ReactNode {
  const location = useLocation()
  const token = useAppSelector(selectToken)
  if (token !== null) return <Outlet />
  return <Navigate to={paths.login} replace state={{ from: `${location.pathname}${location.search}` }} />
}

import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { LinkProps } from './link.tsx'
import { Link } from './link.tsx'
import { paths } from './paths.ts'

interface WayBack {
  readonly from: string
}

/** The `history.state` with which the login leads back to this page. The address does not have it, so that no link can set it. */
export function useWayBack(): WayBack {
  const [pathname] = useLocation()
  const search = useSearch()
  return { from: encodeURI(search === '' ? pathname : `${pathname}?${search}`) }
}

/** The page after a login. */
export function pathAfterLogin(): string {
  const from = (window.history.state as Partial<WayBack> | null)?.from
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : paths.home
}

/** A link to the login, which leads back to this page. */
export function LoginLink(props: Omit<LinkProps, 'to' | 'state'>): ReactNode {
  return <Link {...props} to={paths.auth} state={useWayBack()} />
}

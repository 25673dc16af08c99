import type { ComponentProps, ReactNode } from 'react'
import { Link as PageLink, useLocation, useRoute, useSearch } from 'wouter'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
  /** The `history.state` of the page. */
  readonly state?: unknown
}

/** A link to a page of the app. A link to the shown address adds no entry to the history, as in a browser. */
export function Link({ to, state, ...rest }: LinkProps): ReactNode {
  const [pathname] = useLocation()
  const search = useSearch()
  const shown = search === '' ? pathname : `${pathname}?${search}`
  if (rest.target !== undefined) return <a {...rest} href={to} />
  return <PageLink {...rest} to={to} state={state} replace={to === shown} />
}

/** A link that marks the current page. */
export function NavLink(props: LinkProps): ReactNode {
  const [isShown] = useRoute(props.to)
  return <Link {...props} aria-current={isShown ? 'page' : undefined} />
}

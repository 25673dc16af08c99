import type { ComponentProps, ReactNode } from 'react'
import { useHref, useLinkClickHandler, useMatch } from 'react-router'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
  /** What the page finds under `location.state`. */
  readonly state?: unknown
}

/** A link to a page of the app, of React Router's parts for links. Its own `Link` brings along how a framework loads pages ahead. */
export function Link({ to, state, target, onClick, ...rest }: LinkProps): ReactNode {
  const href = useHref(to)
  const follow = useLinkClickHandler(to, { state, ...(target !== undefined && { target }) })
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** A link that says when its page is the one that is shown. */
export function NavLink(props: LinkProps): ReactNode {
  const isShown = useMatch(props.to) !== null
  return <Link {...props} aria-current={isShown ? 'page' : undefined} />
}

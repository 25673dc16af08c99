import type { ComponentProps, ReactNode } from 'react'
import { useHref, useLinkClickHandler, useMatch } from 'react-router'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
  /** The `location.state` of the page. */
  readonly state?: unknown
}

/** A link to a page of the app. The `Link` of React Router would add code for framework preloading. */
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

/** A link that marks the current page. */
export function NavLink(props: LinkProps): ReactNode {
  const isShown = useMatch(props.to) !== null
  return <Link {...props} aria-current={isShown ? 'page' : undefined} />
}

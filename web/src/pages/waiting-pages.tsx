import { buttonClass } from '@kismet/ui/controls/button.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OneLinePage } from '../app/frame/page.tsx'
import { paths } from '../app/paths.ts'

function Home({ to = paths.home }: { to?: string }): ReactNode {
  return (
    <Link className={buttonClass({ kind: 'primary' })} to={to}>
      {to === paths.home ? 'Return to Home' : 'Back'}
    </Link>
  )
}

/** A page that is being built says so. */
export function WaitingPage({ title, back }: { title: string; back?: string }): ReactNode {
  return (
    <OneLinePage title={title} line="This page is being built and cannot be used yet.">
      {back === undefined ? <Home /> : <Home to={back} />}
    </OneLinePage>
  )
}

/** /sportsbook */
export function SportsbookPage(): ReactNode {
  return (
    <OneLinePage title="Sportsbook" line="Sportsbook is currently unavailable.">
      <Home />
    </OneLinePage>
  )
}

/** /wallet, /dashboard, /history */
export function ComingSoonPage({ title }: { title: string }): ReactNode {
  return (
    <OneLinePage title={title} line="Coming Soon">
      <Home />
    </OneLinePage>
  )
}

/** Any other path. */
export function NotFoundPage(): ReactNode {
  return (
    <OneLinePage title="Oops! Page not found" broken>
      <Home />
    </OneLinePage>
  )
}

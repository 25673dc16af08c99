import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OneLinePage, usePageTitle } from '../core/page/page.tsx'
import { casinoPath, paths } from '../core/paths.ts'

function Home({ to = paths.home }: { to?: string }): ReactNode {
  return (
    <Link className={buttonClass({ kind: 'primary' })} to={to}>
      {to === paths.home ? t`Return to Home` : t`Back`}
    </Link>
  )
}

/** A page that is being built says so. */
export function WaitingPage({ back }: { back?: string }): ReactNode {
  return (
    <OneLinePage line={t`This page is being built and cannot be used yet.`}>
      {back === undefined ? <Home /> : <Home to={back} />}
    </OneLinePage>
  )
}

/** /mines-auto */
export function MinesAutoPage(): ReactNode {
  return <WaitingPage back={casinoPath('mines')} />
}

/** A game that is being built says so, and leads to one that can be played. */
export function GameWaitingPage(): ReactNode {
  const title = usePageTitle()
  return (
    <OneLinePage line={t`${title} is being built and cannot be played yet. Dice and Slots are open.`}>
      <Link className={buttonClass({ kind: 'primary' })} to={casinoPath('dice')}>
        {t`Play Dice`}
      </Link>
    </OneLinePage>
  )
}

/** /sportsbook */
export function SportsbookPage(): ReactNode {
  return (
    <OneLinePage line={t`Sportsbook is currently unavailable.`}>
      <Home />
    </OneLinePage>
  )
}

/** /wallet, /dashboard, /history */
export function ComingSoonPage(): ReactNode {
  return (
    <OneLinePage line={t`Coming Soon`}>
      <Home />
    </OneLinePage>
  )
}

/** Any other path. */
export function NotFoundPage(): ReactNode {
  return (
    <OneLinePage broken>
      <Home />
    </OneLinePage>
  )
}

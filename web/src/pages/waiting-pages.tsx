import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../core/link.tsx'
import { OneLinePage } from '../core/page/page.tsx'
import { paths } from '../core/paths.ts'

function Home(): ReactNode {
  return (
    <Link className={buttonClass({ kind: 'primary' })} to={paths.home}>
      {t`Return to Home`}
    </Link>
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

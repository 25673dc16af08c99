import { buttonClass } from '@kismet/ui/controls/button.tsx'
import Compass from 'lucide-react/icons/compass'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Nothing } from '../core/parts/nothing.tsx'
import { paths } from '../core/paths.ts'
import { Page } from '../entities/page/page.tsx'

/** Any other path. */
export function NotFoundPage(): ReactNode {
  return (
    <Page>
      <Nothing icon={Compass} title="There is no such page">
        <p>It may belong to a part of the back office that is still being built.</p>
        <Link className={buttonClass()} to={paths.dashboard}>
          Back to the dashboard
        </Link>
      </Nothing>
    </Page>
  )
}

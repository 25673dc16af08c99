import { buttonClass } from '@kismet/ui/controls/button.tsx'
import Compass from 'lucide-react/icons/compass'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Nothing } from '../app/parts/nothing.tsx'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'

/** Any other path. */
export function NotFoundPage(): ReactNode {
  return (
    <Page title="Page not found">
      <Nothing icon={Compass} title="There is no such page">
        <p>It may belong to a part of the back office that is still being built.</p>
        <Link className={buttonClass()} to={paths.dashboard}>
          Back to the dashboard
        </Link>
      </Nothing>
    </Page>
  )
}

import { buttonClass } from '@kismet/ui/controls/button.tsx'
import Compass from 'lucide-react/icons/compass'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { paths } from '../core/paths.ts'
import { Page } from '../entities/page/page.tsx'

/** Any other path. */
export function NotFoundPage(): ReactNode {
  return (
    <Page>
      <EmptyState
        icon={Compass}
        title="There is no such page"
        action={
          <Link className={buttonClass()} to={paths.dashboard}>
            Back to the dashboard
          </Link>
        }
      >
        Its address may be mistyped, or of an older version.
      </EmptyState>
    </Page>
  )
}

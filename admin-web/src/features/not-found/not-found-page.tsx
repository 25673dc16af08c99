import { buttonClass } from '@kismet/ui/controls/button.tsx'
import Compass from 'lucide-react/icons/compass'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { paths } from '../../core/paths.ts'
import { Page } from '../../entities/page/page.tsx'

/** Any other path. */
export function NotFoundPage(): ReactNode {
  return (
    <Page>
      <EmptyState
        icon={Compass}
        title="Page not found"
        action={
          <Link className={buttonClass()} to={paths.dashboard}>
            Back to the dashboard
          </Link>
        }
      >
        The address may be wrong or outdated.
      </EmptyState>
    </Page>
  )
}

import { t } from '@lingui/core/macro'
import CircleAlert from 'lucide-react/icons/circle-alert'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { useTransition } from 'react'
import { RemoveFirstFrame } from '../layout/remove-first-frame.tsx'
import { ErrorState } from './states.tsx'

const reload = (): void => window.location.reload()

interface PageErrorProps {
  /** Why the code could not be loaded. Null: the code was loaded, and the render failed. */
  why: 'offline' | 'gone' | 'stuck' | 'unknown' | null
  /** Loads the code again. */
  again: () => void
}

/** The reason and the remedy. A missing file, or a file that the browser does not request again, needs a reload. Other errors need a retry. */
function Reason({ why, again }: PageErrorProps): ReactNode {
  const [busy, startTransition] = useTransition()
  const retry = (): void => startTransition(again)
  if (why === null) return <ErrorState icon={CircleAlert} title={t`This page could not be shown`} onRetry={reload} />
  if (why === 'offline') return <ErrorState icon={WifiOff} title={t`No connection`} busy={busy} onRetry={retry} />
  const title = t`This page could not be loaded`
  if (why === 'unknown') return <ErrorState icon={CircleAlert} title={title} busy={busy} onRetry={retry} />
  return (
    <ErrorState icon={CircleAlert} title={title} retryWord={t`Reload`} onRetry={reload}>
      {why === 'gone' ? t`Kismet probably has a new version. Reload to get it.` : t`Reload the page to try again.`}
    </ErrorState>
  )
}

/** Shown instead of a page that could not be loaded or rendered. */
export function PageError({ className, ...reason }: PageErrorProps & { className?: string | undefined }): ReactNode {
  return (
    <main className={className} tabIndex={-1}>
      <RemoveFirstFrame />
      <Reason {...reason} />
    </main>
  )
}

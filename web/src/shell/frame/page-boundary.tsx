import { PageNotLoaded, pageNotDrawn } from '@kismet/app-kit/lazy-page.ts'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import { PageStands } from '@kismet/ui/layout/page-stands.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useTransition } from 'react'
import styles from '../../core/page/page.module.css'

const reload = (): void => window.location.reload()

/** Only a file that is gone needs the page to be loaded anew; everything else may come when it is asked for again. */
function NotLoaded({ why, again }: { why: PageNotLoaded['why']; again: () => void }): ReactNode {
  const [busy, startTransition] = useTransition()
  if (why === 'gone')
    return (
      <ErrorState title={t`This page could not be loaded`} retryWord={t`Reload`} onRetry={reload}>
        {t`Most likely a new version of Kismet is there. Reload to get it.`}
      </ErrorState>
    )
  const title = why === 'offline' ? t`No connection` : t`This page could not be loaded`
  return <ErrorState title={title} busy={busy} onRetry={() => startTransition(again)} />
}

const notDrawn = (error: Error, again: () => void): ReactNode => (
  <main className={styles.center} tabIndex={-1}>
    <PageStands />
    {error instanceof PageNotLoaded ? (
      <NotLoaded why={error.why} again={again} />
    ) : (
      <ErrorState title={t`This page could not be shown`} onRetry={reload} />
    )}
  </main>
)

/** A page that cannot be loaded or drawn says so and offers to start again. */
export function PageBoundary({ children }: { children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary fallback={notDrawn} onError={pageNotDrawn}>
      {children}
    </ErrorBoundary>
  )
}

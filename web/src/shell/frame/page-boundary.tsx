import { PageNotLoaded } from '@kismet/app-kit/lazy-page.ts'
import { logNotDrawn } from '@kismet/app-kit/log.ts'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import { PageStands } from '@kismet/ui/layout/page-stands.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import styles from '../../core/page/page.module.css'

const notDrawn = (error: Error): ReactNode => (
  <main className={styles.center} tabIndex={-1}>
    <PageStands />
    {error instanceof PageNotLoaded ? (
      <ErrorState
        title={t`This page could not be loaded`}
        retryWord={t`Reload`}
        onRetry={() => window.location.reload()}
      >
        {t`Most likely a new version of Kismet is there. Reload to get it.`}
      </ErrorState>
    ) : (
      <ErrorState title={t`This page could not be shown`} onRetry={() => window.location.reload()} />
    )}
  </main>
)

/** A page that cannot be loaded or drawn says so and offers to start again. */
export function PageBoundary({ children }: { children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary fallback={notDrawn} onError={logNotDrawn}>
      {children}
    </ErrorBoundary>
  )
}

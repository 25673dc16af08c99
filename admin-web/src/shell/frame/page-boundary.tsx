import { PageNotLoaded } from '@kismet/app-kit/lazy-page.ts'
import { logNotDrawn } from '@kismet/app-kit/log.ts'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { ErrorState } from '@kismet/ui/feedback/states.tsx'

const reload = (): void => window.location.reload()

const notDrawn = (error: Error): ReactNode => (
  <main tabIndex={-1}>
    {error instanceof PageNotLoaded ? (
      <ErrorState icon={CircleAlert} title="This page could not be loaded" retryWord="Reload" onRetry={reload}>
        Most likely a new version of Kismet is there. Reload to get it.
      </ErrorState>
    ) : (
      <ErrorState icon={CircleAlert} title="This page could not be shown" onRetry={reload} />
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

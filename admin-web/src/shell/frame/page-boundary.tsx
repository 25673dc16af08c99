import { PageNotLoaded } from '@kismet/app-kit/lazy-page.ts'
import { logNotDrawn } from '@kismet/app-kit/log.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { Nothing } from '../../core/parts/nothing.tsx'

const reload = (): void => window.location.reload()

const notDrawn = (error: Error): ReactNode => (
  <main tabIndex={-1}>
    {error instanceof PageNotLoaded ? (
      <Nothing failed icon={CircleAlert} title="This page could not be loaded">
        <p>Most likely a new version of Kismet is there. Reload to get it.</p>
        <Button onClick={reload}>Reload</Button>
      </Nothing>
    ) : (
      <Nothing failed icon={CircleAlert} title="This page could not be shown">
        <Button onClick={reload}>Try again</Button>
      </Nothing>
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

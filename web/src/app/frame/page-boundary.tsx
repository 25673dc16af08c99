import { logNotDrawn } from '@kismet/app-kit/log.ts'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import type { ReactNode } from 'react'
import styles from './frame.module.css'

/** A page that cannot be drawn says so and offers to start again. */
export function PageBoundary({ children }: { children: ReactNode }): ReactNode {
  const notDrawn = (
    <main className={styles.center}>
      <ErrorState title="This page could not be loaded" onRetry={() => window.location.reload()} />
    </main>
  )
  return (
    <ErrorBoundary fallback={notDrawn} onError={logNotDrawn}>
      {children}
    </ErrorBoundary>
  )
}

import { PageLoadError, reportRenderError } from '@kismet/app-kit/lazy-page.ts'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import { PageError } from '@kismet/ui/feedback/page-error.tsx'
import type { ReactNode } from 'react'
import styles from '../../core/page/page.module.css'

const notDrawn = (error: Error, again: () => void): ReactNode => (
  <PageError className={styles.center} why={error instanceof PageLoadError ? error.why : null} again={again} />
)

/** A page that cannot be loaded or drawn harms nothing else. */
export function PageBoundary({ children }: { children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary fallback={notDrawn} onError={reportRenderError}>
      {children}
    </ErrorBoundary>
  )
}

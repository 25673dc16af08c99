import { PageNotLoaded, pageNotDrawn } from '@kismet/app-kit/lazy-page.ts'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import { PageNotDrawn } from '@kismet/ui/feedback/page-not-drawn.tsx'
import type { ReactNode } from 'react'
import styles from '../../core/page/page.module.css'

const notDrawn = (error: Error, again: () => void): ReactNode => (
  <PageNotDrawn className={styles.center} why={error instanceof PageNotLoaded ? error.why : null} again={again} />
)

/** A page that cannot be loaded or drawn harms nothing else. */
export function PageBoundary({ children }: { children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary fallback={notDrawn} onError={pageNotDrawn}>
      {children}
    </ErrorBoundary>
  )
}

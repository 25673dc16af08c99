import { logNotDrawn } from '@kismet/app-kit/log.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { ErrorBoundary } from '@kismet/ui/feedback/error-boundary.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { Nothing } from '../parts/nothing.tsx'

/** A page that cannot be drawn says so and offers to start again. */
export function PageBoundary({ children }: { children: ReactNode }): ReactNode {
  const notDrawn = (
    <main>
      <Nothing failed icon={CircleAlert} title="This page could not be loaded">
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </Nothing>
    </main>
  )
  return (
    <ErrorBoundary fallback={notDrawn} onError={logNotDrawn}>
      {children}
    </ErrorBoundary>
  )
}

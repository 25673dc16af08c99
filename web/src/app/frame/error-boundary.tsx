import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'
import { logWarning } from '@kismet/app-kit/log.ts'
import styles from './frame.module.css'

interface Props {
  children: ReactNode
}

/** A page that cannot be drawn (a defect, or a part of the app that could not be loaded) says so and offers to start again. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logWarning('The page could not be drawn', { error, componentStack: info.componentStack })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main className={styles.center}>
        <ErrorState title="This page could not be loaded" onRetry={() => window.location.reload()} />
      </main>
    )
  }
}

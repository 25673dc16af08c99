import { logWarning } from '@kismet/app-kit/log.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'
import { Nothing } from '../parts/nothing.tsx'

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
      <main>
        <Nothing failed icon={CircleAlert} title="This page could not be loaded">
          <Button onClick={() => window.location.reload()}>Try again</Button>
        </Nothing>
      </main>
    )
  }
}

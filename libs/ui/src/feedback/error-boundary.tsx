import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'

interface Props {
  children: ReactNode
  /** Shown in place of what could not be drawn. */
  fallback: ReactNode
  onError: (error: Error, info: ErrorInfo) => void
}

/** Draws its children, or, where they cannot be drawn (a defect, or a part of the app that could not be loaded), the fallback. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onError(error, info)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'

interface Props {
  children: ReactNode
  /** Shown instead of the failed children. `again` renders the children again. */
  fallback: (error: Error, again: () => void) => ReactNode
  onError: (error: Error, info: ErrorInfo) => void
}

/** Renders its children, or the fallback after an error: a defect, or code that could not be loaded. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onError(error, info)
  }

  private readonly again = (): void => this.setState({ error: null })

  override render(): ReactNode {
    const { error } = this.state
    return error ? this.props.fallback(error, this.again) : this.props.children
  }
}

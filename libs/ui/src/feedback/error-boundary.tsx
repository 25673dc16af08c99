import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'

interface Props {
  children: ReactNode
  /** Shown in place of what could not be drawn; `again` draws it anew. */
  fallback: (error: Error, again: () => void) => ReactNode
  onError: (error: Error, info: ErrorInfo) => void
}

/** Draws its children, or, where they cannot be drawn (a defect, or a part of the app that could not be loaded), the fallback. */
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

import type { ReactNode } from 'react'
import { createElement, lazy, Suspense } from 'react'

type Component<Props> = (props: Props) => ReactNode

/** A lazy component. It renders nothing while its code loads, and nothing if its code cannot be loaded. */
export function lazyPart<Props extends object>(load: () => Promise<Component<Props>>): Component<Props> {
  const Part = lazy((): Promise<{ default: Component<Props> }> =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
  return (props) => <Suspense fallback={null}>{createElement<Props>(Part, props)}</Suspense>
}

import type { ReactNode } from 'react'
import { createElement, lazy, Suspense } from 'react'

type Component<Props> = (props: Props) => ReactNode

/** A lazy component. It is empty while its code loads, and after a failed load. */
export function lazyPart<Props extends object>(load: () => Promise<Component<Props>>): Component<Props> {
  const Part = lazy((): Promise<{ default: Component<Props> }> =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
  return (props) => createElement(Suspense, { fallback: null }, createElement<Props>(Part, props))
}

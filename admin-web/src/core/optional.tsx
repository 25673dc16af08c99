import type { ReactNode } from 'react'
import { createElement, lazy, Suspense } from 'react'

type Draws<Props> = (props: Props) => ReactNode

/** A part of the shell whose code comes when it is drawn, behind the first paint. Until then, and where its code cannot be had, nothing stands there. */
export function optional<Props extends object>(load: () => Promise<Draws<Props>>): Draws<Props> {
  const Part = lazy((): Promise<{ default: Draws<Props> }> =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
  return (props) => <Suspense fallback={null}>{createElement<Props>(Part, props)}</Suspense>
}

import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

/** Up to this number, all rows are in the document. */
const mostRows = 200

/** The element that scrolls with the rows of a table. */
function scrollerOf(element: Element | null): Element | null {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return at
  }
  return document.scrollingElement
}

/** The rows in view, from `from` up to `to`, and the height of the rows before and after them, in px. */
export interface RowWindow {
  readonly from: number
  readonly to: number
  readonly beforePx: number
  readonly afterPx: number
  /** Takes the height of a row. */
  readonly measure: ((row: Element | null) => void) | undefined
}

/** Keeps only the rows about the view in the document when a list has more than 200. */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number): RowWindow {
  const isLong = count > mostRows
  const [place, setPlace] = useState<{ scroller: Element | null; topPx: number }>({ scroller: null, topPx: 0 })
  useLayoutEffect(() => {
    if (!isLong || body.current === null) return
    const scroller = scrollerOf(body.current)
    const topPx = body.current.getBoundingClientRect().top - (scroller?.getBoundingClientRect().top ?? 0)
    setPlace({ scroller, topPx: topPx + (scroller?.scrollTop ?? 0) })
  }, [isLong, body])
  // oxlint-disable-next-line react/incompatible-library -- The build has no React Compiler, and no value is memoized here.
  const virtual = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => place.scroller,
    estimateSize: () => 40,
    overscan: 20,
    scrollMargin: place.topPx,
  })
  const rows = virtual.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  if (!isLong || !first || !last)
    return { from: 0, to: isLong ? mostRows : count, beforePx: 0, afterPx: 0, measure: undefined }
  return {
    from: first.index,
    to: last.index + 1,
    beforePx: first.start - place.topPx,
    afterPx: virtual.getTotalSize() - (last.end - place.topPx),
    measure: virtual.measureElement,
  }
}

import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

/** Whether the content of an element is wider than the element, which then needs a tab stop to be scrolled by keys. */
export function useScrolls(room: RefObject<Element | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const element = room.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [room])
  return scrolls
}

import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

interface Size {
  readonly width: number
  readonly height: number
}

/** How large an element is, in px, as a phone has it until that is known. */
export function useSize(place: RefObject<Element | null>): Size {
  const [size, setSize] = useState<Size>({ width: 310, height: 180 })
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0) setSize((last) => (last.width === width && last.height === height ? last : { width, height }))
    }
    // At once, so that nothing moves after the first frame.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return size
}

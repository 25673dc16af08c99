import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** A point of the picture, as parts of its size, and where on the screen it is. */
interface Anchor {
  readonly left: number
  readonly top: number
  readonly clientX: number
  readonly clientY: number
}

interface Stage {
  /** To be called before the zoom changes: what is under the point, or else under the middle, stays there. */
  hold: (point?: { clientX: number; clientY: number }) => void
  ref: RefObject<HTMLDivElement | null>
  onDoubleClick: (event: MouseEvent) => void
  onPointerDown: (event: PointerEvent<HTMLDivElement>) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

const arrowStepPx = 60
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What is under a point of the screen; without one, under the middle of the stage. */
function anchorAt(stage: HTMLElement, point?: { clientX: number; clientY: number }): Anchor | null {
  const sheet = stage.firstElementChild?.getBoundingClientRect()
  if (!sheet || sheet.width === 0 || sheet.height === 0) return null
  const frame = stage.getBoundingClientRect()
  const { clientX, clientY } = point ?? { clientX: frame.x + frame.width / 2, clientY: frame.y + frame.height / 2 }
  return { left: (clientX - sheet.x) / sheet.width, top: (clientY - sheet.y) / sheet.height, clientX, clientY }
}

/**
 * A stage for a picture that may be larger than it: enlarging keeps what is under the pointer there (double click, or the wheel with Ctrl, which a pinch is
 * too), the mouse drags it, and the arrows move it while it has the focus.
 */
export function useStage(zoom: number, onZoom: (step: 1 | -1) => void): Stage {
  const ref = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | null>(null)
  const drag = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const hold: Stage['hold'] = (point) => {
    anchor.current = ref.current && anchorAt(ref.current, point)
  }
  const zoomAt = (step: 1 | -1, point: { clientX: number; clientY: number }): void => {
    hold(point)
    onZoom(step)
  }
  useLayoutEffect(() => {
    const stage = ref.current
    const sheet = stage?.firstElementChild?.getBoundingClientRect()
    const kept = anchor.current
    if (stage && sheet && kept) {
      stage.scrollLeft += sheet.x + kept.left * sheet.width - kept.clientX
      stage.scrollTop += sheet.y + kept.top * sheet.height - kept.clientY
    }
    anchor.current = null
  }, [zoom])
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomAt(event.deltaY < 0 ? 1 : -1, event)
  })
  useEffect(() => {
    const stage = ref.current
    const listen = (event: WheelEvent): void => onWheel(event)
    // The page itself would be enlarged otherwise, which a passive listener cannot prevent.
    stage?.addEventListener('wheel', listen, { passive: false })
    return () => stage?.removeEventListener('wheel', listen)
  }, [])
  return {
    hold,
    ref,
    onDoubleClick: (event) => zoomAt(zoom === 0 ? 1 : -1, event),
    onPointerDown: ({ currentTarget, pointerType, button, pointerId, clientX: x, clientY: y }) => {
      // A finger scrolls by itself.
      if (zoom === 0 || pointerType === 'touch' || button !== 0) return
      currentTarget.setPointerCapture(pointerId)
      drag.current = { x, y, left: currentTarget.scrollLeft, top: currentTarget.scrollTop }
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (!drag.current || !ref.current) return
      ref.current.scrollLeft = drag.current.left + drag.current.x - clientX
      ref.current.scrollTop = drag.current.top + drag.current.y - clientY
    },
    onPointerUp: () => {
      drag.current = null
    },
    onKeyDown: (event) => {
      const way = arrows[event.key]
      if (zoom === 0 || way === undefined || !ref.current) return
      event.preventDefault()
      ref.current.scrollLeft += way[0] * arrowStepPx
      ref.current.scrollTop += way[1] * arrowStepPx
    },
  }
}

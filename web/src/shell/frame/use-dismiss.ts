import type { RefObject } from 'react'
import { useEffect, useEffectEvent } from 'react'

/** Closes something that is open when the pointer or the focus goes elsewhere, or on Escape (`byKey`). */
export function useDismiss(
  inside: RefObject<HTMLElement | null>,
  open: boolean,
  close: (byKey: boolean) => void,
): void {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const onElsewhere = (event: Event): void => {
      if (event.target instanceof Node && !inside.current?.contains(event.target)) onClose(false)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose(true)
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [inside, open])
}

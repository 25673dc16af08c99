import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Whether what asks is on the page still, for whoever hears of an answer: what they would have shown there is said elsewhere. */
export function useIsOpen(): Readonly<RefObject<boolean>> {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  return isOpen
}

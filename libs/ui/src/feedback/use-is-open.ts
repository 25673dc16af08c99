import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** A ref that is false after unmount, so that a late answer shows a toast instead, or asks no question on another page. */
export function useIsOpen(): Readonly<RefObject<boolean>> {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  return isOpen
}

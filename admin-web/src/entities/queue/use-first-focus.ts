import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { isWriting } from '../../core/keyboard/keys.ts'

/** Focuses a new step, but never while the admin writes in a field, because a step that was begun earlier appears by itself. */
export function useFirstFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => {
    if (!isWriting(document.activeElement)) target.current?.focus()
  }, [])
  return target
}

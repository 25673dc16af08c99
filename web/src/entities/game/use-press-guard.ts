import { useEffect, useRef } from 'react'

/**
 * A press on the button of a bet may leave a field on its way, and the field then brings what was typed into its limits: that press must not bet what the player
 * has not seen. `changed` notes such a change; it holds until the next press or key.
 */
export function usePressGuard(): { changed: () => void; hasChanged: () => boolean } {
  const inThisPress = useRef(false)
  useEffect(() => {
    const forget = (): void => {
      inThisPress.current = false
    }
    window.addEventListener('pointerdown', forget, true)
    window.addEventListener('keydown', forget, true)
    return () => {
      window.removeEventListener('pointerdown', forget, true)
      window.removeEventListener('keydown', forget, true)
    }
  }, [])
  return {
    changed: () => {
      inThisPress.current = true
    },
    hasChanged: () => inThisPress.current,
  }
}

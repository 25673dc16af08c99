import { useEffect, useEffectEvent } from 'react'
import { shortcutOf } from './keys.ts'
import { singleKeysAreOn } from './single-keys.ts'

/** Handles a shortcut; answers whether it meant something, so that nothing else happens then. */
export type OnShortcut = (key: string) => boolean

/** Listens to shortcuts on the whole page; an open dialog takes the keys to itself. */
export function useShortcuts(onShortcut: OnShortcut): void {
  const handle = useEffectEvent(onShortcut)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = shortcutOf(event)
      if (key === null || document.querySelector('dialog[open]')) return
      if (key.length === 1 && !singleKeysAreOn()) return
      if (handle(key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

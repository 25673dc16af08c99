import { sharedValue } from '@kismet/ui/shared-value.ts'
import { useEffect, useEffectEvent } from 'react'
import { useLocalStorage } from '../use-local-storage.ts'
import { shortcutOf } from './keys.ts'

const singleKeys = 'singleKeys'

/**
 * Whether keys with a letter or a sign do something by themselves, as this browser keeps it. An admin who speaks or slips may
 * switch them off (WCAG 2.1.4).
 */
export function useSingleKeys(): [areOn: boolean, set: (on: boolean) => void] {
  const [text, set] = useLocalStorage(singleKeys)
  return [text !== 'off', (on) => set(on ? 'on' : 'off')]
}

/** Whether the list of shortcuts is open. */
export const keyboardHelp = sharedValue(false)

/** Handles a shortcut; answers whether it meant something, so that nothing else happens then. */
export type OnShortcut = (key: string) => boolean

/** Listens to shortcuts on the whole page; an open dialog takes the keys to itself. */
export function useShortcuts(onShortcut: OnShortcut): void {
  const handle = useEffectEvent(onShortcut)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = shortcutOf(event)
      if (key === null || document.querySelector('dialog[open]')) return
      if (key.length === 1 && localStorage.getItem(singleKeys) === 'off') return
      if (handle(key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

import type { RefObject } from 'react'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'

const steps: Readonly<Partial<Record<string, 1 | -1>>> = { J: 1, K: -1 }

/**
 * Moves the focus through the rows by J and K. Enter then opens the row, X ticks it. On a page with other keys
 * (`inside`), the rows take the keys only while the focus is among them.
 */
export function useRowFocus(body: RefObject<HTMLElement | null>, keys: 'page' | 'inside' | undefined): void {
  useShortcuts((key) => {
    const rows = [...(body.current?.querySelectorAll('tr[data-row]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    if (keys === undefined || (at === -1 && keys === 'inside')) return false
    if (key === 'X') {
      const box = rows[at]?.querySelector<HTMLElement>('input[type=checkbox]')
      box?.click()
      return box !== null && box !== undefined
    }
    const step = steps[key]
    if (step === undefined) return false
    const next = rows[at === -1 ? 0 : at + step]
    next?.querySelector<HTMLElement>('a, button, input')?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return true
  })
}

import { useSyncExternalStore } from 'react'
import { z } from 'zod'

const Titles = z.array(z.string())
const listeners = new Set<() => void>()
const keyOf = (label: string): string => `hidden columns of ${label}`

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function titlesIn(text: string | null): readonly string[] {
  if (text === null) return []
  try {
    return Titles.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}

/** The titles of the columns that the reader of a table has hidden, kept by this browser, and a way to change them. */
export function useHiddenColumns(label: string): [hidden: readonly string[], set: (titles: readonly string[]) => void] {
  const text = useSyncExternalStore(listen, () => localStorage.getItem(keyOf(label)))
  const set = (titles: readonly string[]): void => {
    localStorage.setItem(keyOf(label), JSON.stringify(titles))
    for (const listener of listeners) listener()
  }
  return [titlesIn(text), set]
}

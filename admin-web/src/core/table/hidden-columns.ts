import { z } from 'zod'
import { useLocalStorage } from '../use-local-storage.ts'

const Titles = z.array(z.string())

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
  const [text, set] = useLocalStorage(`hidden columns of ${label}`)
  return [titlesIn(text), (titles) => set(JSON.stringify(titles))]
}

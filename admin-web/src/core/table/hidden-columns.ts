import { useSearchParams } from 'react-router'
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

/**
 * The titles of the columns that the reader of a table has hidden, and a way to change them. The browser keeps them. A
 * saved view has its own in the address.
 */
export function useHiddenColumns(label: string): [hidden: readonly string[], set: (titles: readonly string[]) => void] {
  const [text, set] = useLocalStorage(`hidden columns of ${label}`)
  const [params, setParams] = useSearchParams()
  const ofView = params.get('hide')
  if (ofView === null) return [titlesIn(text), (titles) => set(JSON.stringify(titles))]
  const inAddress = (titles: readonly string[]): void =>
    setParams({ ...Object.fromEntries(params), hide: titles.join(',') }, { replace: true })
  return [ofView.split(','), inAddress]
}

import { useState } from 'react'
import { useIsLeaving } from '../leaving.ts'

/** Of a list: the search that it was asked for, whether its rows are there, the first of them, and what is open. */
interface Searched {
  readonly search: string
  readonly known: boolean
  readonly first: string | null
  readonly open: string | null
}

/** Enter in a search: the first row opens once the rows are those of what was typed, unless something else was opened meanwhile. `due`: the id that opens now. */
export function useFirstFound({ search, known, first, open }: Searched): {
  due: string | null
  want: (search: string) => void
} {
  const isLeaving = useIsLeaving()
  // What was open when Enter was pressed: once that has changed, Enter has done its work.
  const [wanted, setWanted] = useState<{ search: string; from: string | null } | null>(null)
  const isFound = wanted !== null && known && wanted.search === search
  if (wanted !== null && (wanted.from !== open || (isFound && (first === null || first === open)))) setWanted(null)
  return { due: isFound && !isLeaving ? first : null, want: (searched) => setWanted({ search: searched, from: open }) }
}

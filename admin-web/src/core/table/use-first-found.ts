import { useState } from 'react'
import { useIsLeaving } from '../leaving.ts'

/** A list: its search, whether its rows are loaded, its first row, and the open row. */
interface Searched {
  readonly search: string
  readonly known: boolean
  readonly first: string | null
  readonly open: string | null
}

/** Enter in a search opens the first row once the rows of that search are loaded, unless the admin opens another row first. `due`: the id that opens now. */
export function useFirstFound({ search, known, first, open }: Searched): {
  due: string | null
  want: (search: string) => void
} {
  const isLeaving = useIsLeaving()
  // `from` is the open row at the press of Enter. A change of the open row ends the wait.
  const [wanted, setWanted] = useState<{ search: string; from: string | null } | null>(null)
  const isFound = wanted !== null && known && wanted.search === search
  if (wanted !== null && (wanted.from !== open || (isFound && (first === null || first === open)))) setWanted(null)
  return { due: isFound && !isLeaving ? first : null, want: (searched) => setWanted({ search: searched, from: open }) }
}

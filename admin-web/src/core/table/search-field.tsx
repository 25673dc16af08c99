import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { useIsLeaving } from '../leaving.ts'
import { useWritten } from '../use-written.ts'
import { SearchBox } from './search-box.tsx'

/** From the last letter until the server is asked. */
const pauseMs = 200

interface SearchFieldProps {
  hint: string
  /** What is looked for now. */
  search: string
  onSearch: (search: string) => void
  /** Enter: goes to the first that is found. */
  onFirst: (search: string) => void
}

/** Looks through the list on the server. Escape leaves the field and keeps what is in it. */
export function SearchField({ hint, search, onSearch, onFirst }: SearchFieldProps): ReactNode {
  const [text, write, send] = useWritten(search, search)
  const isLeaving = useIsLeaving()
  const ask = (): void => {
    if (text === search) return
    send(text)
    onSearch(text)
  }
  const apply = useEffectEvent(() => {
    if (!isLeaving) ask()
  })
  // `search` too: while the page of older letters is drawn, the field may have come to hold what stands before it.
  useEffect(() => {
    const pause = setTimeout(apply, pauseMs)
    return () => clearTimeout(pause)
  }, [text, search])
  return (
    <SearchBox
      label="Search the list"
      hint={hint}
      text={text}
      onText={write}
      onLeave={(key) => {
        ask()
        if (key === 'Enter') onFirst(text)
      }}
    />
  )
}

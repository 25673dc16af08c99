import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Scrolls a list into view when a new request stands first. @param newestId undefined until the list is known, null for an empty list */
export function useNewestInView(newestId: string | null | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(newestId)
  useEffect(() => {
    if (newestId === undefined) return
    const isNew = before.current !== undefined && before.current !== newestId
    before.current = newestId
    if (isNew) list.current?.scrollIntoView({ block: 'nearest' })
  }, [newestId])
  return list
}

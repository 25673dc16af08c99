import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import type { ListStatus } from '../../app/queue/deposits-api.ts'

const statuses: readonly ListStatus[] = ['pending', 'approved', 'rejected', 'all']

export interface Selection {
  status: ListStatus
  id: string | null
  /** Opens a request; null closes it, which on a phone is the way back to the list. */
  open: (id: string | null) => void
  openList: (status: ListStatus) => void
  /** The address of a request in this list. */
  searchOf: (id: string) => string
}

/** What is open, as the address of the page has it: it survives a reload and can be sent to a colleague. */
export function useSelection(isPhone: boolean): Selection {
  const [params, setParams] = useSearchParams()
  const status = statuses.find((known) => known === params.get('status')) ?? 'pending'
  const id = params.get('id')
  const searchOf = (next: string | null): URLSearchParams =>
    new URLSearchParams({ ...(status === 'pending' ? {} : { status }), ...(next === null ? {} : { id: next }) })
  return {
    status,
    id,
    // On a phone the detail is a page of its own, so that Back leads to the list; on a desk it is not.
    open: (next) => setParams(searchOf(next), { replace: !isPhone || id !== null }),
    openList: (next) => setParams(next === 'pending' ? {} : { status: next }, { replace: true }),
    searchOf: (next) => `?${searchOf(next).toString()}`,
  }
}

/** Opens the first request where none is open, unless the list is a page of its own. */
export function useFirstOpen({ id, open }: Selection, first: string | null, isPhone: boolean): void {
  const openFirst = useEffectEvent(open)
  const wanted = id === null && !isPhone ? first : null
  useEffect(() => {
    if (wanted !== null) openFirst(wanted)
  }, [wanted])
}

const phone = '(max-width: 760px)'

function listen(onChange: () => void): () => void {
  const query = window.matchMedia(phone)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the panes stand one after the other. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(phone).matches)
}

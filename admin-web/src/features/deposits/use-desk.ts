import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../app/keyboard/use-shortcuts.ts'
import type { AdminDeposit } from '../../app/queue/deposits-api.ts'
import { useFindDecidedQuery, useListPendingQuery } from '../../app/queue/deposits-api.ts'
import type { Filters } from './filters.ts'
import { matches, noFilters } from './filters.ts'
import type { ProofShelf } from './proof-shelf.ts'
import type { Row } from './queue.ts'
import { neighbour, nextWaiting } from './queue.ts'
import type { Decision } from './use-decision.ts'
import { useDecision } from './use-decision.ts'
import { useProofShelf } from './use-proof.ts'
import type { Rows } from './use-rows.ts'
import { useRows } from './use-rows.ts'
import type { Selection } from './use-selection.ts'
import { useFirstOpen, useIsPhone, useSelection } from './use-selection.ts'

/** The request that is open. */
interface Open {
  deposit: AdminDeposit
  /** It was waiting and is not any more. */
  left: boolean
}

export interface Desk {
  isPhone: boolean
  selection: Selection
  list: Rows
  /** What of the list the filters let through. */
  rows: readonly Row[]
  filters: Filters
  setFilters: (filters: Filters) => void
  setOver: (over: boolean) => void
  open: Open | null
  /** Whether what is open is still being looked for. */
  looking: boolean
  others: readonly AdminDeposit[]
  decision: Decision
  shelf: ProofShelf
  move: (step: 1 | -1) => void
}

/** The request with this id: of the list, or, when it is not waiting any more, as it was decided. */
function useOpen(id: string | null, list: Rows, isQueue: boolean): { open: Open | null; looking: boolean } {
  const row = list.rows.find(({ deposit }) => deposit._id === id) ?? null
  const isGone = row ? row.left : isQueue && list.known
  const { currentData: found, isFetching } = useFindDecidedQuery(id ?? '', { skip: id === null || !isGone })
  const deposit = (isGone ? found?.deposit : null) ?? row?.deposit ?? null
  const looking = id !== null && deposit === null && (isFetching || !list.known)
  return { open: deposit && { deposit, left: isGone }, looking }
}

/** Goes on after a decision: the next request opens by itself, unless another was opened meanwhile. */
function useGoOn(rows: readonly Row[], { id, open }: Selection): (decidedId: string) => string {
  const latest = useRef({ rows, id, open })
  useEffect(() => {
    latest.current = { rows, id, open }
  })
  return (decidedId) => {
    const now = latest.current
    if (now.id !== decidedId) return ''
    const next = nextWaiting(now.rows, decidedId)
    now.open(next)
    return next === null ? 'Nothing else is waiting.' : 'Next request opened.'
  }
}

/** Everything that the desk of deposits knows and can do. */
export function useDesk(): Desk {
  const isPhone = useIsPhone()
  const selection = useSelection(isPhone)
  const { id, status } = selection
  const [isOver, setOver] = useState(false)
  const [filters, setFilters] = useState(noFilters)
  const list = useRows(status, (rowId) => isOver || rowId === id)
  const rows = list.rows.filter(({ deposit }) => matches(deposit, filters))
  const { open, looking } = useOpen(id, list, status === 'pending')
  const { data: queue } = useListPendingQuery({})
  const shelf = useProofShelf()
  const decision = useDecision(open?.deposit ?? null, useGoOn(rows, selection))
  useFirstOpen(selection, rows[0]?.deposit._id ?? null, isPhone)

  // The picture of what opens next is fetched while this one is looked at.
  const ahead = id === null ? null : nextWaiting(rows, id)
  useEffect(() => {
    if (ahead !== null) void shelf.take({ id: ahead, page: 1 })
  }, [shelf, ahead])

  const move = (step: 1 | -1): void => {
    const next = neighbour(rows, id, step)
    if (next !== null) selection.open(next)
  }
  useShortcuts((key) => {
    if (key === 'J') move(1)
    if (key === 'K') move(-1)
    return key === 'J' || key === 'K'
  })
  const others = (queue?.deposits ?? []).filter(
    ({ _id, user }) => open && _id !== open.deposit._id && user._id === open.deposit.user._id,
  )
  return { isPhone, selection, list, rows, filters, setFilters, setOver, open, looking, others, decision, shelf, move }
}

import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAppSelector } from '../../core/store.ts'
import type { Listing } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { useRowKeys, useTableState } from '../../core/table/use-table-state.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { pollMs, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import type { AdminDeposit, DepositQuery } from '../../entities/queue/deposits-api.ts'
import { useGetDepositQuery, useListDepositsInfiniteQuery } from '../../entities/queue/deposits-api.ts'
import { selectDecidedHere } from '../../entities/queue/sent-decisions.ts'
import { depositTable, queryOf } from './deposit-table.tsx'
import type { ProofShelf } from './proof-shelf.ts'
import type { Row } from './queue.ts'
import { mergeRows, nextWaiting, sortedRows } from './queue.ts'
import type { Decision } from './use-decision.ts'
import { useDecision } from './use-decision.ts'
import { useProofShelf } from './use-proof.ts'

/** The request that is open. */
interface Open {
  deposit: AdminDeposit
  /** It was waiting and is not any more. */
  left: boolean
  /** Whether it is in the list that is shown. What is not is never decided: nobody sees that it is meant. */
  isListed: boolean
}

export interface Desk {
  isPhone: boolean
  isQueue: boolean
  state: TableState
  listing: Listing<Row>
  setOver: (over: boolean) => void
  /** Enter in the search: opens the first that is found, once it is. */
  openFirst: (search: string) => void
  open: Open | null
  /** Whether what is open is still being looked for, and why it could not be read. */
  looking: boolean
  error: CallError | null
  others: readonly AdminDeposit[]
  decision: Decision
  shelf: ProofShelf
  move: (step: 1 | -1) => void
}

/** The rows of a query. Those of the queue keep their places while news arrives, unless an order was chosen, and one that is looked at stays. */
function useRows(query: DepositQuery, isKept: (id: string) => boolean): Listing<Row> {
  const isUp = useAppSelector(selectIsUp)
  const decided = useAppSelector(selectDecidedHere)
  const result = useListDepositsInfiniteQuery(query, { pollingInterval: isUp ? pollMs.live : pollMs.away })
  const name = JSON.stringify(query)
  const source = result.currentData
  const fresh = source?.pages.flatMap(({ deposits }) => deposits) ?? []
  const isWork = query.status === 'pending'
  const merged = (before: readonly Row[]): readonly Row[] => {
    if (!isWork) return fresh.map((deposit) => ({ deposit, left: false }))
    return (query.sort === undefined ? mergeRows : sortedRows)(before, fresh, isKept)
  }
  const [seen, setSeen] = useState(() => ({ name, source, rows: merged([]) }))
  let { rows } = seen
  if (seen.name !== name || seen.source !== source) {
    rows = merged(seen.name === name ? rows : [])
    setSeen({ name, source, rows })
  }
  // What was decided here waits no more, whatever the list says that was read before.
  const known = rows.map((row) => (isWork && decided.includes(row.deposit._id) ? { ...row, left: true } : row))
  const shown = known.filter(({ deposit, left }) => !left || isKept(deposit._id))
  return { ...listingOf(result, () => []), rows: shown }
}

/** The request with this id: of the list, or, when it is not there or waits no more, asked for by itself. */
function useOpen(id: string | null, listing: Listing<Row>): Pick<Desk, 'open' | 'looking' | 'error'> {
  const row = listing.rows.find(({ deposit }) => deposit._id === id)
  const isAlone = id !== null && (row === undefined ? listing.known : row.left)
  const { currentData, error, isFetching } = useGetDepositQuery({ id: id ?? '' }, { skip: !isAlone })
  const deposit = (isAlone ? currentData?.deposit : undefined) ?? row?.deposit
  const open = deposit && { deposit, left: row?.left ?? false, isListed: row !== undefined }
  const looking = id !== null && open === undefined && (isFetching || !listing.known)
  return { open: open ?? null, looking, error: open || looking || !error ? null : asCallError(error) }
}

/** Goes on after a decision: the next request opens by itself, unless another was opened meanwhile. */
function useGoOn(listing: Listing<Row>, { id, isNarrowed, open }: TableState): (decidedId: string) => string {
  const latest = useRef({ listing, id, isNarrowed, open })
  useEffect(() => {
    latest.current = { listing, id, isNarrowed, open }
    // Who has left the desk is not led back to it.
    return () => {
      latest.current.id = null
    }
  })
  return (decidedId) => {
    const now = latest.current
    if (now.id !== decidedId) return ''
    const next = nextWaiting(now.listing.rows, decidedId)
    now.open(next)
    if (next !== null) return 'Next request opened.'
    return now.isNarrowed || now.listing.more ? 'Nothing else is in this list.' : 'Nothing else is waiting.'
  }
}

/** Opens the first row: by itself where none is open and the queue is worked at, and by Enter in the search once its rows are there. */
function useOpenFirst({ known, rows }: Listing<Row>, state: TableState, byItself: boolean): (search: string) => void {
  // What was open when Enter was pressed: once that has changed, Enter has done its work.
  const [wanted, setWanted] = useState<{ search: string; from: string | null } | null>(null)
  const { id, search } = state
  const first = known ? (rows[0]?.deposit._id ?? null) : null
  const isFound = wanted !== null && known && wanted.search === search
  if (wanted !== null && (wanted.from !== id || (isFound && (first === null || first === id)))) setWanted(null)
  const openFirst = useEffectEvent(state.open)
  const firstWaiting = known ? (rows.find(({ left }) => !left)?.deposit._id ?? null) : null
  const due = isFound ? first : byItself && id === null ? firstWaiting : null
  useEffect(() => {
    if (due !== null) openFirst(due)
  }, [due])
  return (searched) => setWanted({ search: searched, from: id })
}

/** Everything that the desk of deposits knows and can do. */
export function useDesk(): Desk {
  const isPhone = useIsPhone()
  const state = useTableState(depositTable, isPhone)
  const { id } = state
  const isQueue = state.chosen(depositTable.tabs) === 'pending'
  const [isOver, setOver] = useState(false)
  const listing = useRows(queryOf(state), (rowId) => isOver || rowId === id)
  const { rows } = listing
  const found = useOpen(id, listing)
  const { open } = found
  const shelf = useProofShelf()
  const decision = useDecision(open?.isListed === true ? open.deposit : null, useGoOn(listing, state))
  const openFirst = useOpenFirst(listing, state, isQueue && !isPhone)

  // The picture of what opens next is fetched while this one is looked at.
  const ahead = id === null ? null : nextWaiting(rows, id)
  useEffect(() => {
    if (ahead !== null) void shelf.take({ id: ahead, page: 1 })
  }, [shelf, ahead])

  const move = useRowKeys(rows.map(depositTable.idOf), state)
  const { data: same } = useListDepositsInfiniteQuery(
    { status: 'pending', search: open?.deposit.user.email ?? '' },
    { skip: open?.deposit.status !== 'pending' },
  )
  const others = (same?.pages[0]?.deposits ?? []).filter(
    ({ _id, user }) => open && _id !== open.deposit._id && user._id === open.deposit.user._id,
  )
  return { isPhone, isQueue, state, listing, setOver, openFirst, ...found, others, decision, shelf, move }
}

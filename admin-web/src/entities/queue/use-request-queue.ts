import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsLeaving } from '../../core/leaving.ts'
import type { Listing } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import { useFirstFound } from '../../core/table/use-first-found.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { useRowKeys, useTableState } from '../../core/table/use-table-state.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import type { AdminSession } from '../session/storage.ts'
import { useAdmin } from '../session/use-session.ts'
import { useServerNow } from '../../core/use-now.ts'
import type { Row } from './request.ts'
import { mergeRows, nextWaiting, sortedRows } from './queue.ts'
import type { QueuePort, QueueQuery, QueueRequest } from './request.ts'
import { requestQuery } from './request-table.tsx'
import { currentClaim } from './use-claim.ts'
import type { Decision } from './use-decision.ts'
import { useDecidedHere, useDecision } from './use-decision.ts'

/** The request that is open. */
export interface Open<Request> {
  request: Request
  /** The request was pending, and is no longer pending. */
  left: boolean
  /** Whether the request is in the shown list. A request outside of the list is never decided, because the admin does not see it there. */
  isListed: boolean
}

export interface RequestQueue<Request extends QueueRequest> {
  port: QueuePort<Request>
  isPhone: boolean
  isQueue: boolean
  state: TableState
  query: QueueQuery
  listing: Listing<Row<Request>>
  setOver: (over: boolean) => void
  /** Enter in the search: opens the first match once the list has loaded. */
  openFirst: (search: string) => void
  open: Open<Request> | null
  /** Whether the open request is still loading. */
  looking: boolean
  error: CallError | null
  /** Other requests of the same player, pending first. */
  others: readonly Request[]
  decision: Decision
  /** Whether decisions are about the ticked requests of the list. The open one is only read then. */
  areTicked: boolean
  move: (step: 1 | -1) => void
  /** The server time, updated each second. */
  nowMs: number
}

/** The rows of a query. Without a chosen order, rows of the queue keep their places after a refetch. A row that the admin looks at stays. */
function useRows<Request extends QueueRequest>(
  port: QueuePort<Request>,
  query: QueueQuery,
  isKept: (id: string) => boolean,
): Listing<Row<Request>> {
  const decided = useDecidedHere()
  const result = port.useList(query, usePolling())
  const name = JSON.stringify(query)
  const source = result.currentData
  const fresh = source?.pages.flatMap(({ requests }) => requests) ?? []
  const isWork = query.status === 'pending'
  const merged = (before: readonly Row<Request>[]): readonly Row<Request>[] => {
    if (!isWork) return fresh.map((request) => ({ request, left: false }))
    return (query.sort === undefined ? mergeRows : sortedRows)(before, fresh, isKept)
  }
  const [seen, setSeen] = useState(() => ({ name, source, rows: merged([]) }))
  let { rows } = seen
  if (seen.name !== name || seen.source !== source) {
    rows = merged(seen.name === name ? rows : [])
    setSeen({ name, source, rows })
  }
  // A request decided here is not pending, even if an older list says so.
  const known = rows.map((row) => (isWork && decided.includes(row.request._id) ? { ...row, left: true } : row))
  const shown = known.filter(({ request, left }) => !left || isKept(request._id))
  return { ...listingOf(result, () => []), rows: shown }
}

type Found<Request> = Pick<RequestQueue<QueueRequest>, 'looking' | 'error'> & { open: Open<Request> | null }

/** The request with this id, from the list. A request that is missing or no longer pending there is loaded by itself. */
function useOpen<Request extends QueueRequest>(
  port: QueuePort<Request>,
  id: string | null,
  listing: Listing<Row<Request>>,
): Found<Request> {
  const row = listing.rows.find(({ request }) => request._id === id)
  const isAlone = id !== null && (row === undefined ? listing.known : row.left)
  const { currentData, error, isFetching } = port.useOne(id ?? '', { skip: !isAlone })
  const request = (isAlone ? currentData : undefined) ?? row?.request
  const open = request && { request, left: row?.left ?? false, isListed: row !== undefined }
  const looking = id !== null && open === undefined && (isFetching || !listing.known)
  return { open: open ?? null, looking, error: open || looking || !error ? null : asCallError(error) }
}

/** Goes on after a decision: the next request opens by itself, unless another was opened meanwhile. The answer comes once it is open. */
function useGoOn<Request extends QueueRequest>(
  listing: Listing<Row<Request>>,
  { id, isNarrowed, open }: TableState,
  isFree: (request: Request) => boolean,
): (decidedId: string) => Promise<string> {
  const isLeaving = useIsLeaving()
  const latest = useRef({ listing, id, isNarrowed, open, isFree })
  useEffect(() => {
    // An admin who leaves the queue must not be led back by a late answer.
    latest.current = { listing, id: isLeaving ? null : id, isNarrowed, open, isFree }
    return () => {
      latest.current.id = null
    }
  })
  const onShown = useRef<(() => void) | null>(null)
  useEffect(() => () => onShown.current?.(), [id])
  return async (decidedId) => {
    const now = latest.current
    if (now.id !== decidedId) return ''
    const next = nextWaiting(now.listing.rows, decidedId, now.isFree)
    const shown = new Promise<void>((resolve) => (onShown.current = resolve))
    now.open(next)
    await shown
    if (next !== null) return 'Next request opened.'
    return now.isNarrowed || now.listing.more ? 'This list is done.' : 'No more pending requests.'
  }
}

/** Opens the first row: by itself if no request is open in the queue, or by Enter in the search once the rows have loaded. */
function useOpenFirst<Request extends QueueRequest>(
  { known, rows }: Listing<Row<Request>>,
  state: TableState,
  byItself: boolean,
  isFree: (request: Request) => boolean,
): (search: string) => void {
  const { id, search } = state
  const first = known ? (rows[0]?.request._id ?? null) : null
  const { due: found, want } = useFirstFound({ search, known, first, open: id })
  const openFirst = useEffectEvent(state.open)
  const isLeaving = useIsLeaving()
  const firstWaiting = known && byItself && id === null && !isLeaving ? nextWaiting(rows, null, isFree) : null
  const due = found ?? firstWaiting
  useEffect(() => {
    if (due !== null) openFirst(due)
  }, [due])
  return want
}

/** Whether a request waits for this admin, and not for another one. */
function isFreeFor({ _id, username }: AdminSession['admin'], nowMs: number): (request: QueueRequest) => boolean {
  return (request) =>
    request.betterProof?.sentAt !== null &&
    [currentClaim(request, nowMs)?.adminId, request.payout?.adminId].every((id) => (id ?? _id) === _id) &&
    request.firstApproval?.by !== username
}

/** The state and the actions of a queue. `onAhead` gets the id of the request that opens next. */
export function useRequestQueue<Request extends QueueRequest>(
  port: QueuePort<Request>,
  onAhead: (id: string) => void,
): RequestQueue<Request> {
  const { table } = port
  const nowMs = useServerNow(1_000)
  const isPhone = useIsPhone()
  const state = useTableState(table, isPhone)
  const { id } = state
  const isQueue = state.chosen(table.tabs) === 'pending'
  const [isOver, setOver] = useState(false)
  const query = requestQuery(table, state)
  const listing = useRows(port, query, (rowId) => isOver || rowId === id)
  const { rows } = listing
  const isFree = isFreeFor(useAdmin(), nowMs)
  const found = useOpen(port, id, listing)
  const { open } = found
  const decision = useDecision(port, open?.isListed === true ? open.request : null, useGoOn(listing, state, isFree))
  const openFirst = useOpenFirst(listing, state, isQueue && !isPhone, isFree)

  // The next request is preloaded while the admin looks at this request.
  const ahead = id === null ? null : nextWaiting(rows, id, isFree)
  const tellAhead = useEffectEvent(onAhead)
  useEffect(() => {
    if (ahead !== null) tellAhead(ahead)
  }, [ahead])

  const move = useRowKeys(rows.map(table.idOf), state)
  const { currentData: same } = port.useList({ player: open?.request.user._id ?? '' }, { skip: open === null })
  const others = (same?.pages[0]?.requests ?? []).filter(({ _id }) => _id !== open?.request._id)
  const areTicked = false
  const shown = { port, isPhone, isQueue, state, query, listing, setOver, openFirst, areTicked }
  return { ...shown, ...found, others, decision, move, nowMs }
}

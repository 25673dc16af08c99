import type { QueueRequest, Row } from './request.ts'

/** The order of the queue: oldest first, then by id, so that all admins see the same order. */
function byAge(one: QueueRequest, other: QueueRequest): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  return one._id < other._id ? -1 : 1
}

/**
 * The rows after a refetch. Known rows keep their places, and new requests come at the end. A request that no longer waits leaves
 * the list, unless the admin looks at it.
 */
export function mergeRows<Request extends QueueRequest>(
  rows: readonly Row<Request>[],
  fresh: readonly Request[],
  isKept: (id: string) => boolean,
): Row<Request>[] {
  const waiting = new Map(fresh.map((request) => [request._id, request]))
  const known = new Set(rows.map(({ request }) => request._id))
  const stayed = rows.flatMap(({ request }): Row<Request>[] => {
    const now = waiting.get(request._id)
    if (now) return [{ request: now, left: false }]
    return isKept(request._id) ? [{ request, left: true }] : []
  })
  const added = fresh.filter(({ _id }) => !known.has(_id)).sort(byAge)
  return [...stayed, ...added.map((request) => ({ request, left: false }))]
}

/**
 * The rows of a sorted list after a refetch, in the order of the server. A request that no longer waits stays behind its previous
 * row while the admin looks at it.
 */
export function sortedRows<Request extends QueueRequest>(
  rows: readonly Row<Request>[],
  fresh: readonly Request[],
  isKept: (id: string) => boolean,
): Row<Request>[] {
  const merged: Row<Request>[] = fresh.map((request) => ({ request, left: false }))
  const placeOf = (row: Row<Request> | undefined): number =>
    merged.findIndex(({ request }) => request._id === row?.request._id)
  for (const [at, row] of rows.entries()) {
    const { request } = row
    // The rows above are already merged, also rows that have left.
    if (placeOf(row) === -1 && isKept(request._id))
      merged.splice(placeOf(rows.slice(0, at).findLast((above) => placeOf(above) !== -1)) + 1, 0, {
        request,
        left: true,
      })
  }
  return merged
}

/**
 * The request that opens next by itself: the next pending request below `id`, then from the top. Requests that are free for this
 * admin come first.
 */
export function nextWaiting<Request extends QueueRequest>(
  rows: readonly Row<Request>[],
  id: string | null,
  isFree: (request: Request) => boolean = () => true,
): string | null {
  const at = rows.findIndex(({ request }) => request._id === id)
  const waiting = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
    .filter(({ request, left }) => !left && request.status === 'pending' && request._id !== id)
    .map(({ request }) => request)
  return (waiting.find(isFree) ?? waiting[0])?._id ?? null
}

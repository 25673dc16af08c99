import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'

/** A line of the list. One that `left` was decided meanwhile, and stands there only so that nothing moves under the pointer. */
export interface Row {
  deposit: AdminDeposit
  left: boolean
}

/** The order of the queue: oldest first; of one instant, by id, so that it is the same for everybody. */
function byAge(one: AdminDeposit, other: AdminDeposit): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  return one._id < other._id ? -1 : 1
}

/**
 * The list after news: rows keep their places, new ones come at the end, and what waits no more goes, unless it is kept
 * because somebody looks at it.
 */
export function mergeRows(
  rows: readonly Row[],
  fresh: readonly AdminDeposit[],
  isKept: (id: string) => boolean,
): Row[] {
  const waiting = new Map(fresh.map((deposit) => [deposit._id, deposit]))
  const known = new Set(rows.map(({ deposit }) => deposit._id))
  const stayed = rows.flatMap(({ deposit }): Row[] => {
    const now = waiting.get(deposit._id)
    if (now) return [{ deposit: now, left: false }]
    return isKept(deposit._id) ? [{ deposit, left: true }] : []
  })
  const added = fresh.filter(({ _id }) => !known.has(_id)).sort(byAge)
  return [...stayed, ...added.map((deposit) => ({ deposit, left: false }))]
}

/**
 * A list in an order that was chosen, after news: the server's order, and what waits there no more but is looked at stays behind the row that it stood behind, with what is
 * being written about it.
 */
export function sortedRows(
  rows: readonly Row[],
  fresh: readonly AdminDeposit[],
  isKept: (id: string) => boolean,
): Row[] {
  const merged: Row[] = fresh.map((deposit) => ({ deposit, left: false }))
  const placeOf = (row: Row | undefined): number => merged.findIndex(({ deposit }) => deposit._id === row?.deposit._id)
  for (const [at, row] of rows.entries()) {
    const { deposit } = row
    // Those above it are there already, also when they have left.
    if (placeOf(row) === -1 && isKept(deposit._id))
      merged.splice(placeOf(rows.slice(0, at).findLast((above) => placeOf(above) !== -1)) + 1, 0, {
        deposit,
        left: true,
      })
  }
  return merged
}

/** What opens by itself after a decision: the next request that waits, from the top again when there is none below. */
export function nextWaiting(rows: readonly Row[], id: string): string | null {
  const at = rows.findIndex(({ deposit }) => deposit._id === id)
  const order = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
  return (
    order.find(({ deposit, left }) => !left && deposit.status === 'pending' && deposit._id !== id)?.deposit._id ?? null
  )
}

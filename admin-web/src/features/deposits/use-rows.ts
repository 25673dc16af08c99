import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { useState } from 'react'
import type { AdminDeposit, ListStatus } from '../../app/queue/deposits-api.ts'
import { useListDepositsInfiniteQuery, useListPendingQuery } from '../../app/queue/deposits-api.ts'
import type { Row } from './queue.ts'
import { mergeRows } from './queue.ts'

/** The rows of one list, and what can be done about those that are not here. */
export interface Rows {
  rows: readonly Row[]
  /** True once there was an answer. */
  known: boolean
  error: CallError | null
  busy: boolean
  retry: () => void
  /** Loads what follows; null when there is nothing more. */
  more: (() => void) | null
}

const nobody: readonly AdminDeposit[] = []

/** Rows that stay where they are while news arrives. */
function useSteadyRows(fresh: readonly AdminDeposit[], isKept: (id: string) => boolean): readonly Row[] {
  const [seen, setSeen] = useState(() => ({ fresh, rows: mergeRows([], fresh, isKept) }))
  if (seen.fresh === fresh) return seen.rows.filter(({ deposit, left }) => !left || isKept(deposit._id))
  const rows = mergeRows(seen.rows, fresh, isKept)
  setSeen({ fresh, rows })
  return rows
}

function usePendingRows(isKept: (id: string) => boolean): Rows {
  const { data, error, isFetching, refetch } = useListPendingQuery({})
  return {
    rows: useSteadyRows(data?.deposits ?? nobody, isKept),
    known: data !== undefined,
    error: error ? asCallError(error) : null,
    busy: isFetching,
    retry: () => void refetch(),
    more: null,
  }
}

function useListRows(status: ListStatus, skip: boolean): Rows {
  const list = useListDepositsInfiniteQuery(status, { skip })
  const deposits = list.data?.pages.flatMap((page) => page.deposits) ?? []
  return {
    rows: deposits.map((deposit) => ({ deposit, left: false })),
    known: list.data !== undefined,
    error: list.error ? asCallError(list.error) : null,
    busy: list.isFetching,
    retry: () => void list.refetch(),
    more: list.hasNextPage ? () => void list.fetchNextPage() : null,
  }
}

/** The rows of a list: what waits stays live and in its place, the others are read as they are. */
export function useRows(status: ListStatus, isKept: (id: string) => boolean): Rows {
  const pending = usePendingRows(isKept)
  const list = useListRows(status, status === 'pending')
  return status === 'pending' ? pending : list
}

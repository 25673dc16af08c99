/** The rows of a list of the server, and the state of the read. */
export interface ReadRows<Row> {
  readonly rows: readonly Row[] | undefined
  /** Why the last read failed, also while the rows are read again. */
  readonly error: unknown
  readonly isFetching: boolean
  readonly retry: () => void
}

interface Asked {
  readonly data?: unknown
  readonly error?: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** The rows in the answer of a query. */
export function rowsOf<Query extends Asked, Row>(
  { data, error, isFetching, refetch }: Query,
  pick: (data: NonNullable<Query['data']>) => readonly Row[],
): ReadRows<Row> {
  return { rows: data ? pick(data) : undefined, error, isFetching, retry: () => void refetch() }
}

/** An answer of a query, as its hook tells it. */
export interface Answer<Data> {
  readonly data?: Data | undefined
  readonly error?: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** A part of the answer of a query. */
export function pickedFrom<Query extends Answer<unknown>, Part>(
  { data, error, isFetching, refetch }: Query,
  pick: (data: NonNullable<Query['data']>) => Part,
): Answer<Part> {
  return { data: data ? pick(data) : undefined, error, isFetching, refetch }
}

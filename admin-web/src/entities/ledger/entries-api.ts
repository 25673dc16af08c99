import { adminListEntries } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { askingFor } from '../../core/person-poll.ts'
import type { Listing } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import { fromContract } from '../session/from-contract.ts'

type EntryPage = Output<typeof adminListEntries>
type EntryQuery = Pick<Input<typeof adminListEntries>, 'playerId' | 'reference'>

const pageRows = 20
const entries = fromContract(adminListEntries)

const entriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listEntries: build.infiniteQuery<EntryPage, EntryQuery, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      queryFn: ({ queryArg, pageParam: cursor }, queryApi) =>
        entries.queryFn({ ...queryArg, limit: pageRows, ...(cursor === null ? {} : { cursor }) }, queryApi),
      // Decisions book some, as they change the balance beside them (`fundsApi`): own ones, and those of others while nobody has gone on to what is older.
      providesTags: (read) => (read?.pages.length === 1 ? ['Entries', 'Hints'] : ['Entries']),
    }),
  }),
})

const { useListEntriesInfiniteQuery } = entriesApi
const { useInfiniteQueryState } = entriesApi.endpoints.listEntries

/** What the ledger holds, newest first. Balances that stand beside it are of now: it is read anew by each who looks, and as often as they are while nobody has gone on to what is older. */
export function useEntries(query: EntryQuery): Listing<EntryPage['entries'][number]> {
  const { currentData } = useInfiniteQueryState(query)
  const known = query.playerId === undefined ? undefined : currentData
  const result = useListEntriesInfiniteQuery(query, askingFor(known))
  return listingOf(result, ({ entries: rows }) => rows)
}

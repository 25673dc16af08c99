import { adminListEntries } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { Listing } from '../../core/table/table.ts'
import { usePolledPages } from '../../core/table/use-pages.ts'
import { fromContract, inPages } from '../session/from-contract.ts'

type EntryPage = Output<typeof adminListEntries>
type EntryQuery = Pick<Input<typeof adminListEntries>, 'playerId' | 'reference'>

const entriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listEntries: build.infiniteQuery<EntryPage, EntryQuery, string | null>({
      ...inPages(fromContract(adminListEntries).queryFn, 20),
      // Decisions book some, as they change the balance beside them (`fundsApi`): own ones, and those of others while nobody has gone on to what is older.
      providesTags: (read) => (read?.pages.length === 1 ? ['Entries', 'Hints'] : ['Entries']),
    }),
  }),
})

/** What the ledger holds, newest first. Entries of a player are polled as the balances beside them are. */
export const useEntries = (query: EntryQuery): Listing<EntryPage['entries'][number]> =>
  usePolledPages(entriesApi.endpoints.listEntries, query, ({ entries }) => entries, query.playerId !== undefined)

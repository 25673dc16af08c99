import { adminListEntries, getPlayReplay, getRoundReplay, listRoundBets } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

type BetPage = Output<typeof listRoundBets>
type EntryPage = Output<typeof adminListEntries>
/** A bet and a round as they are replayed; amounts in paise. */
export type PlayReplay = Output<typeof getPlayReplay>['play']
export type RoundReplay = Output<typeof getRoundReplay>['round']
export type RoundBet = BetPage['bets'][number]
export type BetEntry = EntryPage['entries'][number]

const pageRows = 50
const bets = fromContract(listRoundBets)
const entries = fromContract(adminListEntries)
const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
}
const after = (cursor: string | null) => ({ limit: pageRows, ...(cursor === null ? {} : { cursor }) })

/** What a replay is made of. Each look at a play or a round is a row of the audit log, so they are read when somebody asks for them and not by themselves. */
const roundsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlayReplay: build.query(fromContract(getPlayReplay)),
    getRoundReplay: build.query(fromContract(getRoundReplay)),
    listRoundBets: build.infiniteQuery<BetPage, string, string | null>({
      infiniteQueryOptions: pages,
      queryFn: ({ queryArg: round, pageParam }, queryApi) => bets.queryFn({ round, ...after(pageParam) }, queryApi),
    }),
    listBetEntries: build.infiniteQuery<EntryPage, string, string | null>({
      infiniteQueryOptions: pages,
      queryFn: ({ queryArg: reference, pageParam }, queryApi) =>
        entries.queryFn({ reference, ...after(pageParam) }, queryApi),
      providesTags: ['Ledger'],
    }),
  }),
})

export const {
  useGetPlayReplayQuery,
  useGetRoundReplayQuery,
  useListRoundBetsInfiniteQuery,
  useListBetEntriesInfiniteQuery,
} = roundsApi

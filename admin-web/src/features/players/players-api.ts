import {
  addPlayerNote,
  adminEndPlayerSessions,
  adminGetPlayer,
  adminGetPlayerDeposited,
  adminGetPlayerLimits,
  adminGetPlayerStatement,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
  adminListWithdrawals,
  liftSuspension,
  suspendPlayer,
} from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { fundsApi } from '../../entities/players/funds-api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

export type PlayerQuery = Pick<Input<typeof adminListPlayers>, 'search' | 'state'>
export type Withdrawal = Output<typeof adminListWithdrawals>['withdrawals'][number]
type PlayerPage = Output<typeof adminListPlayers>
type NotePage = Output<typeof adminListPlayerNotes>
type StatementPage = Output<typeof adminGetPlayerStatement>
type WithdrawalPage = Output<typeof adminListWithdrawals>

const pageRows = 50
const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
}
const after = (cursor: string | null) => ({ limit: pageRows, ...(cursor === null ? {} : { cursor }) })
const players = fromContract(adminListPlayers)
const notes = fromContract(adminListPlayerNotes)
const statement = fromContract(adminGetPlayerStatement)
const withdrawals = fromContract(adminListWithdrawals)
const read = { providesTags: ['Players'] as const }
// Also of a call without an answer, which may have been carried out.
const changes = { invalidatesTags: ['Players'] as const }
// A player plays on: what was there a while ago is not shown as what is.
const ofNow = { keepUnusedDataFor: 0 }

/** Who plays here, and what admins do about it. */
const playersApi = fundsApi.injectEndpoints({
  endpoints: (build) => ({
    listPlayers: build.infiniteQuery<PlayerPage, PlayerQuery, string | null>({
      infiniteQueryOptions: pages,
      queryFn: ({ queryArg, pageParam }, queryApi) => players.queryFn({ ...queryArg, ...after(pageParam) }, queryApi),
      ...read,
    }),
    // Whenever the accounts are read: the wallet may not know yet what is said here.
    getPlayer: build.query({ ...fromContract(adminGetPlayer), providesTags: ['Players', 'Hints'], ...ofNow }),
    getPlayerDeposited: build.query({
      ...fromContract(adminGetPlayerDeposited),
      providesTags: ['Players', 'Deposits'],
      ...ofNow,
    }),
    getPlayerLimits: build.query({ ...fromContract(adminGetPlayerLimits), ...read, ...ofNow }),
    listPlayerSessions: build.query({ ...fromContract(adminListPlayerSessions), ...read, ...ofNow }),
    listPlayerNotes: build.infiniteQuery<NotePage, string, string | null>({
      infiniteQueryOptions: pages,
      queryFn: ({ queryArg: id, pageParam }, queryApi) => notes.queryFn({ id, ...after(pageParam) }, queryApi),
      ...read,
    }),
    listPlayerBets: build.infiniteQuery<StatementPage, string, string | null>({
      infiniteQueryOptions: pages,
      queryFn: ({ queryArg: id, pageParam }, queryApi) =>
        statement.queryFn({ id, gameType: 'Bets', ...after(pageParam) }, queryApi),
      ...ofNow,
    }),
    listPlayerWithdrawals: build.infiniteQuery<WithdrawalPage, string, string | null>({
      infiniteQueryOptions: pages,
      queryFn: ({ queryArg: player, pageParam }, queryApi) =>
        withdrawals.queryFn({ player, sort: 'createdAt', ...after(pageParam) }, queryApi),
      providesTags: ['Withdrawals'],
    }),
    suspendPlayer: build.mutation({ ...fromContract(suspendPlayer), ...changes }),
    liftSuspension: build.mutation({ ...fromContract(liftSuspension), ...changes }),
    endPlayerSessions: build.mutation({ ...fromContract(adminEndPlayerSessions), ...changes }),
    addPlayerNote: build.mutation({ ...fromContract(addPlayerNote), ...changes }),
  }),
})

// What is known of a list, without asking.
export const { useInfiniteQueryState: usePlayersState } = playersApi.endpoints.listPlayers
export const { useInfiniteQueryState: usePlayerBetsState } = playersApi.endpoints.listPlayerBets
export const { useInfiniteQueryState: usePlayerWithdrawalsState } = playersApi.endpoints.listPlayerWithdrawals
export const {
  useListPlayersInfiniteQuery,
  useGetPlayerQuery,
  useGetPlayerFundsQuery,
  useGetPlayerDepositedQuery,
  useGetPlayerLimitsQuery,
  useListPlayerSessionsQuery,
  useListPlayerNotesInfiniteQuery,
  useListPlayerBetsInfiniteQuery,
  useListPlayerWithdrawalsInfiniteQuery,
  useSuspendPlayerMutation,
  useLiftSuspensionMutation,
  useEndPlayerSessionsMutation,
  useAddPlayerNoteMutation,
} = playersApi

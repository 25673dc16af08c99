import {
  adminGetPlayer,
  adminGetPlayerDeposited,
  adminGetPlayerLimits,
  adminGetPlayerStatement,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
} from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { fundsApi } from '../../entities/players/funds-api.ts'
import { fromContract, inPages } from '../../entities/session/from-contract.ts'

export type PlayerQuery = Pick<Input<typeof adminListPlayers>, 'search' | 'state'>
type PlayerPage = Output<typeof adminListPlayers>
type NotePage = Output<typeof adminListPlayerNotes>
type StatementPage = Output<typeof adminGetPlayerStatement>

type OfPlayer = Pick<Input<typeof adminListPlayerNotes>, 'id'>
type BetQuery = Pick<Input<typeof adminGetPlayerStatement>, 'id' | 'gameType'>

const pageRows = 50
const read = { providesTags: ['Players'] as const }
// A player plays on: what was there a while ago is not shown as what is.
const ofNow = { keepUnusedDataFor: 0 }

/** Who plays here. */
const playersApi = fundsApi.injectEndpoints({
  endpoints: (build) => ({
    listPlayers: build.infiniteQuery<PlayerPage, PlayerQuery, string | null>({
      ...inPages(fromContract(adminListPlayers).queryFn, pageRows),
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
    listPlayerNotes: build.infiniteQuery<NotePage, OfPlayer, string | null>({
      ...inPages(fromContract(adminListPlayerNotes).queryFn, pageRows),
      ...read,
    }),
    listPlayerBets: build.infiniteQuery<StatementPage, BetQuery, string | null>({
      ...inPages(fromContract(adminGetPlayerStatement).queryFn, pageRows),
      ...ofNow,
    }),
  }),
})

export const { listPlayers, listPlayerBets } = playersApi.endpoints
export const {
  useGetPlayerQuery,
  useGetPlayerFundsQuery,
  useGetPlayerDepositedQuery,
  useGetPlayerLimitsQuery,
  useListPlayerSessionsQuery,
  useListPlayerNotesInfiniteQuery,
} = playersApi

import {
  adminGetPlayer,
  adminGetPlayerDeposited,
  adminGetPlayerLimits,
  adminGetPlayerStatement,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
} from '@kismet/contracts'
import { fundsApi } from '../../entities/players/funds-api.ts'
import { fromContract, pagesOf } from '../../entities/session/from-contract.ts'

const read = { providesTags: ['Players'] as const }
// A player plays on: what was there a while ago is not shown as what is.
const ofNow = { keepUnusedDataFor: 0 }

/** Lists of who plays here, and of what one player did. */
export const listPlayers = pagesOf(adminListPlayers, read)
export const listPlayerNotes = pagesOf(adminListPlayerNotes, read)
export const listPlayerBets = pagesOf(adminGetPlayerStatement, ofNow)

/** One player. */
const playersApi = fundsApi.injectEndpoints({
  endpoints: (build) => ({
    // Whenever the accounts are read: the wallet may not know yet what is said here.
    getPlayer: build.query({ ...fromContract(adminGetPlayer), providesTags: ['Players', 'Hints'], ...ofNow }),
    getPlayerDeposited: build.query({
      ...fromContract(adminGetPlayerDeposited),
      providesTags: ['Players', 'Deposits'],
      ...ofNow,
    }),
    getPlayerLimits: build.query({ ...fromContract(adminGetPlayerLimits), ...read, ...ofNow }),
    listPlayerSessions: build.query({ ...fromContract(adminListPlayerSessions), ...read, ...ofNow }),
  }),
})

export const {
  useGetPlayerQuery,
  useGetPlayerFundsQuery,
  useGetPlayerDepositedQuery,
  useGetPlayerLimitsQuery,
  useListPlayerSessionsQuery,
} = playersApi

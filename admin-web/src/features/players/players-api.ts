import {
  adminGetPlayerDeposited,
  adminGetPlayerLimits,
  adminGetPlayerStatement,
  adminListPlayers,
  adminListPlayerSessions,
} from '@kismet/contracts'
import { playerApi } from '../../entities/players/player-api.ts'
import { fromContract, pagesOf } from '../../entities/session/from-contract.ts'

const read = { providesTags: ['Players'] as const }
// Never show cached data: balances change.
const ofNow = { keepUnusedDataFor: 0 }

/** Lists: the players, and the bets of one player. */
export const listPlayers = pagesOf(adminListPlayers, read)
export const listPlayerBets = pagesOf(adminGetPlayerStatement, ofNow)

/** More of one player. */
const playersApi = playerApi.injectEndpoints({
  endpoints: (build) => ({
    getPlayerDeposited: build.query({
      ...fromContract(adminGetPlayerDeposited),
      providesTags: ['Players', 'Deposits'],
      ...ofNow,
    }),
    getPlayerLimits: build.query({ ...fromContract(adminGetPlayerLimits), ...read, ...ofNow }),
    listPlayerSessions: build.query({ ...fromContract(adminListPlayerSessions), ...read, ...ofNow }),
  }),
})

export const { useGetPlayerDepositedQuery, useGetPlayerLimitsQuery, useListPlayerSessionsQuery } = playersApi

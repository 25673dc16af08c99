import type { PlayerRow } from '@kismet/contracts'
import { adminGetPlayer, adminGetPlayerFunds, adminListPlayers } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

const list = fromContract(adminListPlayers)
/** An e-mail can begin as others do. */
const alikeRead = 50
// Never show cached data: balances change.
const ofNow = { keepUnusedDataFor: 0 }

/** Who a player is, and the accounts of a player. Decisions of requests change them. */
export const playerApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlayer: build.query({ ...fromContract(adminGetPlayer), providesTags: ['Players', 'Hints'], ...ofNow }),
    getPlayerFunds: build.query({ ...fromContract(adminGetPlayerFunds), providesTags: ['Players', 'Hints'], ...ofNow }),
    /** The player with exactly this e-mail or id; null without one. */
    findPlayer: build.mutation<PlayerRow | null, string>({
      queryFn: async (typed, queryApi) => {
        const search = typed.toLowerCase()
        const { data, error } = await list.queryFn({ search, limit: alikeRead }, queryApi)
        if (error) return { error }
        return { data: data.players.find(({ _id, email }) => _id === search || email === search) ?? null }
      },
    }),
  }),
})

export const { useGetPlayerQuery, useGetPlayerFundsQuery, useFindPlayerMutation } = playerApi

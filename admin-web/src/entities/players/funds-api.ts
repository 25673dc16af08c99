import { adminGetPlayerFunds } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

/** What the accounts of a player hold. A player plays on: what was there a while ago is not kept as what is, and decisions of requests change it. */
export const fundsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlayerFunds: build.query({
      ...fromContract(adminGetPlayerFunds),
      providesTags: ['Players', 'Hints'],
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useGetPlayerFundsQuery } = fundsApi

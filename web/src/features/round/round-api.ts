import { getAviatorHistory, getRoundProof, limits } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

/** What is public of a round of Aviator. */
const roundApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRoundProof: build.query(fromContract(getRoundProof)),
    getAviatorHistory: build.query(fromContract(getAviatorHistory)),
  }),
})

export const { useGetRoundProofQuery, useGetAviatorHistoryQuery } = roundApi
export const allKnownRounds = { limit: limits.listRows } as const

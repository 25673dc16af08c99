import { excludeSelf, getDeposited, getLimits, setLimit, takeTimeOut } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

/** The calls of safer play. What a change has come to is read anew, also when its answer was lost. */
const saferPlayApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLimits: build.query({ ...fromContract(getLimits), providesTags: ['SaferPlay'] }),
    getDeposited: build.query({ ...fromContract(getDeposited), providesTags: ['Deposits'] }),
    setLimit: build.mutation({ ...fromContract(setLimit), invalidatesTags: ['SaferPlay'] }),
    takeTimeOut: build.mutation({ ...fromContract(takeTimeOut), invalidatesTags: ['SaferPlay'] }),
    excludeSelf: build.mutation({ ...fromContract(excludeSelf), invalidatesTags: ['SaferPlay'] }),
  }),
})

export const {
  useGetLimitsQuery,
  useGetDepositedQuery,
  useSetLimitMutation,
  useTakeTimeOutMutation,
  useExcludeSelfMutation,
} = saferPlayApi

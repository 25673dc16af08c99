import { excludeSelf, getDeposited, getLimits, setLimit, takeTimeOut } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

const saferPlayApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLimits: build.query({ ...fromContract(getLimits), providesTags: ['SaferPlay'] }),
    getDeposited: build.query({ ...fromContract(getDeposited), providesTags: ['Deposits'] }),
  }),
})

export const { useGetLimitsQuery, useGetDepositedQuery } = saferPlayApi

/** The changes of the own rules. A repeated change has no further effect. */
export const changes = {
  setLimit: fromContract(setLimit).queryFn,
  takeTimeOut: fromContract(takeTimeOut).queryFn,
  excludeSelf: fromContract(excludeSelf).queryFn,
}

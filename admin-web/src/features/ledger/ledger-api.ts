import { getReturns, listCorrections } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, pagesOf } from '../../entities/session/from-contract.ts'

/** Corrections of balances, newest first. */
export const correctionPages = pagesOf(listCorrections, { limit: 20, providesTags: ['Ledger'] })

export const { useGetReturnsQuery } = api.injectEndpoints({
  endpoints: (build) => ({ getReturns: build.query(fromContract(getReturns)) }),
})

import { getReturns, listCorrections } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, inPages } from '../../entities/session/from-contract.ts'

type CorrectionPage = Output<typeof listCorrections>
type CorrectionQuery = Pick<Input<typeof listCorrections>, 'status'>

/** What the ledger page reads. */
const ledgerApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReturns: build.query(fromContract(getReturns)),
    listCorrections: build.infiniteQuery<CorrectionPage, CorrectionQuery, string | null>({
      ...inPages(fromContract(listCorrections).queryFn, 20),
      providesTags: ['Ledger'],
    }),
  }),
})

export const { useGetReturnsQuery, useListCorrectionsInfiniteQuery } = ledgerApi

import { approveCorrection, getReturns, listCorrections, proposeCorrection, rejectCorrection } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, fromMoneyContract, inPages } from '../../entities/session/from-contract.ts'

type CorrectionPage = Output<typeof listCorrections>
type CorrectionQuery = Pick<Input<typeof listCorrections>, 'status'>

/** What the ledger page reads, and corrections. A call without an answer may have been carried out: the list tells. */
const ledgerApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReturns: build.query(fromContract(getReturns)),
    listCorrections: build.infiniteQuery<CorrectionPage, CorrectionQuery, string | null>({
      ...inPages(fromContract(listCorrections).queryFn, 20),
      providesTags: ['Ledger'],
    }),
    proposeCorrection: build.mutation({ ...fromMoneyContract(proposeCorrection), invalidatesTags: ['Ledger'] }),
    approveCorrection: build.mutation({ ...fromContract(approveCorrection), invalidatesTags: ['Ledger', 'Entries'] }),
    rejectCorrection: build.mutation({ ...fromContract(rejectCorrection), invalidatesTags: ['Ledger'] }),
  }),
})

export const {
  useGetReturnsQuery,
  useListCorrectionsInfiniteQuery,
  useProposeCorrectionMutation,
  useApproveCorrectionMutation,
  useRejectCorrectionMutation,
} = ledgerApi

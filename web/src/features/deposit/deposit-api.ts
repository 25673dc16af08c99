import { getDepositSettings, listDeposits, postDeposit } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { upload } from '@kismet/app-kit/upload.ts'
import { fromContract, inSession } from '../../entities/session/from-contract.ts'
import type { DepositForm } from './deposit-rules.ts'

/** How many own requests the page lists. */
export const depositsShown = 200

/** A form on its way, with the key of the intent that it belongs to. */
interface DepositUpload {
  form: DepositForm
  idempotencyKey: string
}

/** Where to pay, the own requests (news of a decision makes them stale), and a new request. */
export const depositApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDepositSettings: build.query(fromContract(getDepositSettings)),
    listDeposits: build.query({
      ...fromContract(listDeposits),
      providesTags: ['Deposits'],
    }),
    postDeposit: build.mutation({
      queryFn: async ({ form, idempotencyKey }: DepositUpload, queryApi) => {
        const { signal } = queryApi
        return inSession(postDeposit.route.path, queryApi, (token) =>
          upload(postDeposit, form, { token, signal, idempotencyKey }),
        )
      },
      invalidatesTags: (answer) => (answer ? ['Deposits'] : []),
    }),
  }),
})

export const { useGetDepositSettingsQuery, useListDepositsQuery, usePostDepositMutation } = depositApi

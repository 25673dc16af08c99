import { adminGetDeposit, adminListDeposits, decideDeposit } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { changing, fromContract, pagesOf } from '../session/from-contract.ts'
import type { QueuePort } from './request.ts'

/** A deposit request as an admin sees it; its amount is in paise. */
export type AdminDeposit = Output<typeof decideDeposit>['deposit']

const one = fromContract(adminGetDeposit)
const decide = changing(decideDeposit, ['Deposits', 'PendingCount', 'Hints', 'Entries'])

/** How a deposit is decided, and read as it is at this moment. */
export const depositCalls: Pick<QueuePort<AdminDeposit>, 'send' | 'look'> = {
  send: async (id, verdict, callApi) => {
    const { data, error } = await decide({ id, ...verdict }, callApi)
    if (error) return { error }
    const { deposit: request, pendingSecondApproval, secondAdminReasons: reasons = [], firstNotCounted } = data
    return { data: { request, isFirst: pendingSecondApproval === true, reasons, firstNotCounted } }
  },
  look: async (id, callApi) => {
    const { data, error } = await one.queryFn({ id }, callApi)
    return error ? { error } : { data: data.deposit }
  },
}

/** The queue of deposits, page by page. */
export const listDeposits = pagesOf(adminListDeposits, {
  providesTags: ['Deposits', 'Claims'],
  pageOf: ({ deposits: requests, ...others }) => ({ requests, ...others }),
})

/** One request. */
const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeposit: build.query<AdminDeposit, string>({
      queryFn: (id, queryApi) => depositCalls.look(id, queryApi),
      providesTags: ['Deposits', 'Claims'],
    }),
  }),
})

export const { useGetDepositQuery } = depositsApi

import { adminGetWithdrawal, adminListWithdrawals, approveWithdrawal, rejectWithdrawal } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { changing, fromContract, pagesOf } from '../session/from-contract.ts'
import type { QueuePort } from './request.ts'

/** A withdrawal as an admin sees it; its amount is in paise. */
export type AdminWithdrawal = Output<typeof rejectWithdrawal>['withdrawal']

const one = fromContract(adminGetWithdrawal)
const decided = ['Withdrawals', 'PendingCount', 'Hints', 'Entries'] as const
const approve = changing(approveWithdrawal, decided)
const reject = changing(rejectWithdrawal, decided)

/** How a withdrawal is decided, and read as it is at this moment. */
export const withdrawalCalls: Pick<QueuePort<AdminWithdrawal>, 'send' | 'look'> = {
  send: async (id, { status, adminReason: reason, paidReference }, callApi) => {
    if (status === 'rejected') {
      const { data, error } = await reject({ id, reason }, callApi)
      return error ? { error } : { data: { request: data.withdrawal, isFirst: false, reasons: [] } }
    }
    const { data, error } = await approve({ id, paidReference }, callApi)
    if (error) return { error }
    const { withdrawal: request, pendingSecondApproval, secondAdminReasons: reasons = [], firstNotCounted } = data
    return { data: { request, isFirst: pendingSecondApproval === true, reasons, firstNotCounted } }
  },
  look: async (id, callApi) => {
    const { data, error } = await one.queryFn({ id }, callApi)
    return error ? { error } : { data: data.withdrawal }
  },
}

/** The queue of withdrawals, page by page. */
export const listWithdrawals = pagesOf(adminListWithdrawals, {
  providesTags: ['Withdrawals', 'Claims'],
  pageOf: ({ withdrawals: requests, ...others }) => ({ requests, ...others }),
})

/** One request. */
const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWithdrawal: build.query<AdminWithdrawal, string>({
      queryFn: (id, queryApi) => withdrawalCalls.look(id, queryApi),
      providesTags: ['Withdrawals', 'Claims'],
    }),
  }),
})

export const { useGetWithdrawalQuery } = withdrawalsApi

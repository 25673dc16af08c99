import { adminGetWithdrawal, adminListWithdrawals, approveWithdrawal, rejectWithdrawal } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { changing, fromContract, inPages } from '../session/from-contract.ts'
import type { QueuePort, QueueQuery, RequestPage } from './request.ts'

/** A withdrawal as an admin sees it; its amount is in paise. */
export type AdminWithdrawal = Output<typeof rejectWithdrawal>['withdrawal']

const list = fromContract(adminListWithdrawals)
const one = fromContract(adminGetWithdrawal)
const decided = ['Withdrawals', 'PendingCount', 'Hints', 'Entries'] as const
const approve = changing(approveWithdrawal, decided)
const reject = changing(rejectWithdrawal, decided)

/** How a withdrawal is decided, and read as it is at this moment. */
export const withdrawalCalls: Pick<QueuePort<AdminWithdrawal>, 'send' | 'look'> = {
  send: async (id, { status, adminReason: reason }, callApi) => {
    const { data, error } =
      status === 'approved' ? await approve({ id }, callApi) : await reject({ id, reason }, callApi)
    if (error) return { error }
    const isFirst = 'pendingSecondApproval' in data && data.pendingSecondApproval === true
    return { data: { request: data.withdrawal, isFirst } }
  },
  look: async (id, callApi) => {
    const { data, error } = await one.queryFn({ id }, callApi)
    return error ? { error } : { data: data.withdrawal }
  },
}

/** The queue of withdrawals: lists of requests and one request. */
export const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWithdrawals: build.infiniteQuery<RequestPage<AdminWithdrawal>, QueueQuery, string | null>({
      ...inPages(async (input: Input<typeof adminListWithdrawals>, queryApi) => {
        const { data, error } = await list.queryFn(input, queryApi)
        if (error) return { error }
        const { withdrawals: requests, ...others } = data
        return { data: { requests, ...others } }
      }, 50),
      providesTags: ['Withdrawals', 'Claims'],
    }),
    getWithdrawal: build.query<AdminWithdrawal, string>({
      queryFn: (id, queryApi) => withdrawalCalls.look(id, queryApi),
      providesTags: ['Withdrawals', 'Claims'],
    }),
  }),
})

export const { useListWithdrawalsInfiniteQuery, useGetWithdrawalQuery } = withdrawalsApi

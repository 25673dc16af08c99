import { asCallError } from '@kismet/app-kit/call-error.ts'
import { adminGetDeposit, adminListDeposits, decideDeposit } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, inPages } from '../session/from-contract.ts'
import { keepClaims } from './claim-news.ts'
import type { DeskPort, RequestPage } from './request.ts'

/** A deposit request as an admin sees it; its amount is in paise. */
export type AdminDeposit = Output<typeof decideDeposit>['deposit']
type DepositPage = Output<typeof adminListDeposits>

/** Which requests, in which order. */
export type DepositQuery = Omit<Input<typeof adminListDeposits>, 'limit' | 'cursor'>

const headRows = 200
const list = fromContract(adminListDeposits)

/** The queue of deposits: lists of requests, one request, and its decision. */
export const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What waits, oldest first; `pending` counts all of it when it is longer than the list. */
    listPending: build.query<DepositPage, Record<string, never>>({
      queryFn: (_, queryApi) => list.queryFn({ status: 'pending', limit: headRows }, queryApi),
      providesTags: ['Deposits'],
      ...keepClaims('deposit', ({ deposits }: DepositPage) => deposits),
    }),
    listDeposits: build.infiniteQuery<RequestPage<AdminDeposit>, DepositQuery, string | null>({
      ...inPages(async (input: Input<typeof adminListDeposits>, queryApi) => {
        const { data, error } = await list.queryFn(input, queryApi)
        if (error) return { error }
        const { deposits: requests, ...others } = data
        return { data: { requests, ...others } }
      }, 50),
      providesTags: ['Deposits', 'Claims'],
    }),
    getDeposit: build.query({ ...fromContract(adminGetDeposit), providesTags: ['Deposits', 'Claims'] }),
    decideDeposit: build.mutation({
      ...fromContract(decideDeposit),
      invalidatesTags: ['Deposits', 'PendingCount', 'Hints', 'Entries'],
    }),
  }),
})

const { decideDeposit: decideOne, getDeposit } = depositsApi.endpoints

/** How a deposit is decided, and read as it is at this moment. */
export const depositCalls: Pick<DeskPort<AdminDeposit, DepositQuery>, 'send' | 'look'> = {
  send: (id, verdict) => async (dispatch) => {
    const { data, error } = await dispatch(decideOne.initiate({ id, ...verdict }, { track: false }))
    if (!data) return { error: asCallError(error) }
    return { data: { request: data.deposit, isFirst: data.pendingSecondApproval === true } }
  },
  look: (id) => async (dispatch) => {
    const looked = await dispatch(getDeposit.initiate({ id }, { forceRefetch: true, subscribe: false }))
    return looked.data ? { data: looked.data.deposit } : { error: asCallError(looked.error ?? {}) }
  },
}

export const { useListPendingQuery, useListDepositsInfiniteQuery, useGetDepositQuery } = depositsApi

import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import { unanswered } from '@kismet/app-kit/call-error.ts'
import { useAsking } from '@kismet/app-kit/live/use-asking.ts'
import { getDepositSettings, listDeposits, postDeposit } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import type { z } from 'zod'
import { api, filesApi } from '../../core/api.ts'
import type { Asked } from '../../core/api.ts'
import { upload } from '@kismet/app-kit/upload.ts'
import { fromContract, inSession, sendUntilKnownIn } from '../../entities/session/from-contract.ts'
import type { DepositForm } from './deposit-rules.ts'
import { isRequestOf } from './deposit-rules.ts'

/** Which own requests the page lists. */
const shown = { limit: 200 }

/** A form on its way, with the key of the intent that it belongs to. */
interface DepositUpload {
  form: DepositForm
  idempotencyKey: string
  /** No answer has come: it is asked again, and nobody knows yet whether it has arrived. */
  onUnclear: () => void
}

type Posted = z.output<typeof postDeposit.output>
type QueryApi = Parameters<ReturnType<typeof fromContract>['queryFn']>[1]

/** Of an upload it is not asked for 20 minutes, as it is of a bet: after half a minute its player decides, who can send the same request again. */
const timesAsked = 7

const readList = fromContract(listDeposits).queryFn

/** The request that a form describes, as it stands among the own ones that wait; null when it is not there. */
async function findArrived(form: DepositForm, queryApi: QueryApi): Promise<Sent<Posted> | null> {
  const { data, error } = await readList(shown, queryApi)
  if (error) return { error }
  const deposit = data.deposits.find((one) => one.status === 'pending' && isRequestOf(one, form))
  return deposit ? { data: { deposit, message: '' } } : null
}

/**
 * Sends a request and, without an answer, looks whether it has arrived until that is known. Once it is sent again with its key, when the list can be read and has it not: its file
 * may take minutes to leave, and costs its player. @returns the first failure where it stays unknown
 */
function postUntilKnown({ form, idempotencyKey, onUnclear }: DepositUpload, queryApi: QueryApi): Promise<Sent<Posted>> {
  const { signal } = queryApi
  const send = (): Promise<Sent<Posted>> =>
    inSession(postDeposit.route.path, queryApi, (token) => upload(postDeposit, form, { token, signal, idempotencyKey }))
  let isSentAgain = false
  const ask = async (): Promise<Sent<Posted>> => {
    const arrived = await findArrived(form, queryApi)
    if (arrived) return arrived
    if (isSentAgain) return { error: unanswered('timeout') }
    isSentAgain = true
    return send()
  }
  return sendUntilKnownIn(queryApi, { send, ask, onUnclear, times: timesAsked })
}

/** Where to pay, and the own requests (news of a decision makes them stale). */
export const depositApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDepositSettings: build.query(fromContract(getDepositSettings)),
    listDeposits: build.query({
      ...fromContract(listDeposits),
      providesTags: ['Deposits'],
    }),
  }),
})

const depositFilesApi = filesApi.injectEndpoints({
  endpoints: (build) => ({
    postDeposit: build.mutation({
      queryFn: async (order: DepositUpload, queryApi) => {
        const sent = await postUntilKnown(order, queryApi)
        // Without an answer, too: whether it stands in the list is what its player is told to look for.
        queryApi.dispatch(api.util.invalidateTags(['Deposits']))
        return 'data' in sent ? { data: sent.data } : { error: sent.error }
      },
    }),
  }),
})

export const { useGetDepositSettingsQuery } = depositApi
export const { usePostDepositMutation } = depositFilesApi
const { useQuery, useQueryState } = depositApi.endpoints.listDeposits

/** The own requests, read by each who looks, and while one of them waits now and then: its news can be lost. */
export function useOwnDeposits(): Asked<typeof shown, Output<typeof listDeposits>> {
  const { data } = useQueryState(shown)
  const asking = useAsking(data?.deposits.some(({ status }) => status === 'pending'))
  return useQuery(shown, { refetchOnMountOrArgChange: true, ...asking })
}

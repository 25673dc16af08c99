import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import { unanswered } from '@kismet/app-kit/call-error.ts'
import { useAsking } from '@kismet/app-kit/live/use-asking.ts'
import { addAccount, changeAccount, deleteAccount, listAccounts } from '@kismet/contracts'
import { listWithdrawals, requestWithdrawal } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { Asked } from '../../core/api.ts'
import { fromContract, fromMoneyContract, sendUntilKnownIn } from '../../entities/session/from-contract.ts'

/** Which own withdrawals the page lists. */
const shown = { limit: 200 }

export type Account = Output<typeof listAccounts>['accounts'][number]
type Changed = Output<typeof addAccount>

/** A request on its way, with the key of the intent that it belongs to. */
interface WithdrawalOrder {
  input: Input<typeof requestWithdrawal>
  idempotencyKey: string
  onUnclear: () => void
}

/** After half a minute its player decides, who can send the same request again. */
const timesAsked = 7
/** A change of an account has no key: the list is looked at for this often. */
const timesLooked = 2

const readAccounts = fromContract(listAccounts).queryFn
const sendRequest = fromMoneyContract(requestWithdrawal).queryFn
type QueryApi = Parameters<typeof readAccounts>[1]

/** Sends a change of the accounts and, without an answer, looks at the list until it shows: what is not there yet may still be on its way. */
async function changeUntilKnown(
  queryApi: QueryApi,
  send: () => Promise<Sent<Changed>>,
  isDone: (accounts: readonly Account[]) => boolean,
): Promise<Sent<Changed>> {
  const ask = async (): Promise<Sent<Changed>> => {
    const { data, error } = await readAccounts({}, queryApi)
    // A list that cannot be read says nothing of the change, whatever the reason.
    if (error) return { error: error.status === 401 ? error : unanswered('malformed') }
    return isDone(data.accounts) ? { data: { ...data, message: '' } } : { error: unanswered('timeout') }
  }
  return sendUntilKnownIn(queryApi, { send, ask, times: timesLooked })
}

const answerOf = <T>(sent: Sent<T>) => ('data' in sent ? { data: sent.data } : { error: sent.error })

const isSame = (one: Account, { name, accountNumber, ifsc, mobile }: Input<typeof addAccount>): boolean =>
  one.name === name && one.accountNumber === accountNumber && one.ifsc === ifsc && one.mobile === mobile

/** A change of a known account; `before` is that account as the page has it. */
interface ChangeOf<Fields> {
  before: Account
  input: Fields
}

/** The saved accounts, the own withdrawals (news of a decision make them stale), and a new request. */
const withdrawApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAccounts: build.query({ ...fromContract(listAccounts), providesTags: ['Accounts'] }),
    addAccount: build.mutation({
      queryFn: async ({ before, input }: { before: readonly Account[]; input: Input<typeof addAccount> }, queryApi) => {
        const known = new Set(before.map(({ accountId }) => accountId))
        const isNew = (one: Account): boolean => !known.has(one.accountId) && isSame(one, input)
        const send = (): Promise<Sent<Changed>> => fromContract(addAccount).queryFn(input, queryApi)
        return answerOf(await changeUntilKnown(queryApi, send, (accounts) => accounts.some(isNew)))
      },
      invalidatesTags: ['Accounts'],
    }),
    changeAccount: build.mutation({
      queryFn: async ({ before, input }: ChangeOf<Input<typeof changeAccount>>, queryApi) => {
        const isChanged = (one: Account): boolean =>
          one.accountId === before.accountId && one.updatedAt !== before.updatedAt && isSame(one, input)
        const send = (): Promise<Sent<Changed>> => fromContract(changeAccount).queryFn(input, queryApi)
        return answerOf(await changeUntilKnown(queryApi, send, (accounts) => accounts.some(isChanged)))
      },
      invalidatesTags: ['Accounts'],
    }),
    deleteAccount: build.mutation({
      queryFn: async ({ before, input }: ChangeOf<Input<typeof deleteAccount>>, queryApi) => {
        const isThere = ({ accountId }: Account): boolean => accountId === before.accountId
        const send = (): Promise<Sent<Changed>> => fromContract(deleteAccount).queryFn(input, queryApi)
        return answerOf(await changeUntilKnown(queryApi, send, (accounts) => !accounts.some(isThere)))
      },
      invalidatesTags: ['Accounts'],
    }),
    listWithdrawals: build.query({ ...fromContract(listWithdrawals), providesTags: ['Withdrawals'] }),
    requestWithdrawal: build.mutation({
      queryFn: async ({ input, idempotencyKey, onUnclear }: WithdrawalOrder, queryApi) => {
        const send = () => sendRequest({ input, idempotencyKey }, queryApi)
        return answerOf(await sendUntilKnownIn(queryApi, { send, onUnclear, times: timesAsked }))
      },
      // Without an answer, too: one that is not clear yet stands in the list. A refusal may say that the accounts have changed.
      invalidatesTags: (_, error) => (error ? ['Withdrawals', 'Accounts'] : ['Withdrawals']),
    }),
  }),
})

export const {
  useListAccountsQuery,
  useAddAccountMutation,
  useChangeAccountMutation,
  useDeleteAccountMutation,
  useRequestWithdrawalMutation,
} = withdrawApi
const { useQuery, useQueryState } = withdrawApi.endpoints.listWithdrawals

/** The own withdrawals, read by each who looks, and while one of them waits now and then: its news can be lost. */
export function useOwnWithdrawals(): Asked<typeof shown, Output<typeof listWithdrawals>> {
  const { data } = useQueryState(shown)
  const asking = useAsking(data?.withdrawals.some(({ status }) => status === 'pending'))
  return useQuery(shown, { refetchOnMountOrArgChange: true, ...asking })
}

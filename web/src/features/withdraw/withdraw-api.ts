import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import { lookUpFailed, unanswered } from '@kismet/app-kit/call-error.ts'
import { useAsking } from '@kismet/app-kit/live/use-asking.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { addAccount, changeAccount, deleteAccount, listAccounts } from '@kismet/contracts'
import { listWithdrawals, requestWithdrawal } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { Asked } from '../../core/api.ts'
import { fromContract, fromMoneyContract } from '../../entities/session/from-contract.ts'

/** Which own withdrawals the page lists. */
const shown = { limit: 200 }

export type Account = Output<typeof listAccounts>['accounts'][number]

export const { queryFn: sendRequest } = fromMoneyContract(requestWithdrawal)
const readAccounts = fromContract(listAccounts).queryFn

const isSame = (one: Account, { name, accountNumber, ifsc, mobile }: Input<typeof addAccount>): boolean =>
  one.name === name && one.accountNumber === accountNumber && one.ifsc === ifsc && one.mobile === mobile

/** A change of the accounts. `isDone` tells from the list whether the change has happened, because it has no key. */
export interface AccountChange {
  readonly send: (callApi: CallApi) => Promise<Sent<unknown>>
  readonly isDone: (accounts: readonly Account[]) => boolean
}

/** @param before the accounts that the page has */
export function addition(before: readonly Account[], input: Input<typeof addAccount>): AccountChange {
  const known = new Set(before.map(({ accountId }) => accountId))
  return {
    send: (callApi) => fromContract(addAccount).queryFn(input, callApi),
    isDone: (accounts) => accounts.some((one) => !known.has(one.accountId) && isSame(one, input)),
  }
}

/** @param before the account that the page has */
export function changeOf({ accountId, updatedAt }: Account, input: Input<typeof changeAccount>): AccountChange {
  return {
    send: (callApi) => fromContract(changeAccount).queryFn(input, callApi),
    isDone: (accounts) =>
      accounts.some((one) => one.accountId === accountId && one.updatedAt !== updatedAt && isSame(one, input)),
  }
}

export function deletion(input: Input<typeof deleteAccount>): AccountChange {
  return {
    send: (callApi) => fromContract(deleteAccount).queryFn(input, callApi),
    isDone: (accounts) => !accounts.some(({ accountId }) => accountId === input.accountId),
  }
}

/** Looks at the list after a lost answer: a change that is not there yet may still be on its way. */
export async function lookFor(isDone: AccountChange['isDone'], callApi: CallApi): Promise<Sent<unknown>> {
  const { data, error } = await readAccounts({}, callApi)
  if (error) return { error: lookUpFailed(error) }
  return isDone(data.accounts) ? { data } : { error: unanswered('timeout') }
}

/** The saved accounts and the own withdrawals. */
const withdrawApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAccounts: build.query({ ...fromContract(listAccounts), providesTags: ['Accounts'] }),
    listWithdrawals: build.query({ ...fromContract(listWithdrawals), providesTags: ['Withdrawals'] }),
  }),
})

export const { useListAccountsQuery } = withdrawApi
const { useQuery, useQueryState } = withdrawApi.endpoints.listWithdrawals

/** The own withdrawals, read by each who looks, and while one of them waits now and then: its news can be lost. */
export function useOwnWithdrawals(): Asked<typeof shown, Output<typeof listWithdrawals>> {
  const { data } = useQueryState(shown)
  const asking = useAsking(data?.withdrawals.some(({ status }) => status === 'pending'))
  return useQuery(shown, { refetchOnMountOrArgChange: true, ...asking })
}

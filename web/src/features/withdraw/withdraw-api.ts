import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { lookUpFailed, unanswered } from '@kismet/app-kit/call-error.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { addAccount, changeAccount, deleteAccount, listAccounts, resetWithdrawPassword } from '@kismet/contracts'
import { listWithdrawals, requestWithdrawal } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { ownRequestsHook } from '../../entities/requests/own-requests.ts'
import { fromContract, fromMoneyContract, queryHook } from '../../entities/session/from-contract.ts'

export type Account = Output<typeof listAccounts>['accounts'][number]

/** The bank of an account, and how its number ends: HDFC ••4821. */
export function bankText({ ifsc, accountNumber }: Pick<Account, 'ifsc' | 'accountNumber'>): string {
  return `${ifsc.slice(0, 4)} ••${accountNumber.slice(-4)}`
}

export const { queryFn: sendRequest } = fromMoneyContract(requestWithdrawal)
const readAccounts = fromContract(listAccounts).queryFn

const isSame = (one: Account, { name, accountNumber, ifsc, mobile }: Input<typeof addAccount>): boolean =>
  one.name === name && one.accountNumber === accountNumber && one.ifsc === ifsc && one.mobile === mobile

/** A change of the accounts. `isDone` tells from the list whether the change has happened, because it has no key. */
export interface AccountChange {
  readonly send: (callApi: CallApi) => Promise<OrderAnswer<unknown>>
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

/** @param before the account that the page has */
export function passwordReset(
  { accountId, usableFrom: before }: Account,
  input: Input<typeof resetWithdrawPassword>,
): AccountChange {
  return {
    send: (callApi) => fromContract(resetWithdrawPassword).queryFn(input, callApi),
    // A reset makes the account wait from now on.
    isDone: (accounts) =>
      accounts.some((one) => one.accountId === accountId && one.usableFrom !== undefined && one.usableFrom !== before),
  }
}

/** Looks at the list after a lost answer: a change that is not there yet may still be on its way. */
export async function lookFor(isDone: AccountChange['isDone'], callApi: CallApi): Promise<OrderAnswer<unknown>> {
  const { data, error } = await readAccounts({}, callApi)
  if (error) return { error: lookUpFailed(error) }
  return isDone(data.accounts) ? { data } : { error: unanswered('timeout') }
}

export const useAccounts = queryHook(listAccounts, ['Accounts'])
export const useOwnWithdrawals = ownRequestsHook(listWithdrawals, 'Withdrawals', ({ withdrawals }) => withdrawals)

import { limits } from '@kismet/contracts'
import { formatRupeesShort, parseRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { Said } from '../../core/said.ts'
import type { Account } from './withdraw-api.ts'

export type WithdrawField = 'account' | 'amount' | 'withdrawPassword'

/** What is wrong with a field. */
export interface WithdrawProblem {
  field: WithdrawField
  message: Said
}

export const minWithdrawPaise = limits.withdrawal.minRupees * 100
const maxWithdrawPaise = limits.withdrawal.maxRupees * 100

/** The first thing that is wrong, in the order of spec 5.9: amount, its limits, account, its password. Whether there is so much is the server's to say. */
export function withdrawProblem(
  amount: string,
  account: Pick<Account, 'hasWithdrawPassword'> | null,
  password: string,
): WithdrawProblem | null {
  const amountPaise = parseRupees(amount)
  if (amountPaise === null || amountPaise === 0) return { field: 'amount', message: () => t`Enter a valid amount` }
  if (amountPaise < minWithdrawPaise)
    return { field: 'amount', message: () => t`Minimum withdrawal amount is ${formatRupeesShort(minWithdrawPaise)}` }
  if (amountPaise > maxWithdrawPaise)
    return { field: 'amount', message: () => t`Maximum withdrawal amount is ${formatRupeesShort(maxWithdrawPaise)}` }
  if (account === null) return { field: 'account', message: () => t`Choose a bank account` }
  if (account.hasWithdrawPassword && password === '')
    return { field: 'withdrawPassword', message: () => t`Enter the withdraw password of this account` }
  return null
}

/** What makes two submissions the same intent, so that the second is sent with the key of the first: what is sent, but for the password. */
export function intentOf(amountPaise: number, accountId: string): string {
  return JSON.stringify([amountPaise, accountId])
}

/** The bank of an account, and how its number ends: HDFC ••4821. */
export function bankText({ ifsc, accountNumber }: Pick<Account, 'ifsc' | 'accountNumber'>): string {
  return `${ifsc.slice(0, 4)} ••${accountNumber.slice(-4)}`
}

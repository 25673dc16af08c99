import { refusal } from '@kismet/app-kit/call-error.ts'
import { addAccount, parseInput } from '@kismet/contracts'
import type { changeAccount, Input, Parsed } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { formErrorText } from '../../core/error-text.ts'
import type { Said } from '../../core/said.ts'
import type { Account } from './withdraw-api.ts'

const accountFields = ['name', 'accountNumber', 'ifsc', 'mobile'] as const

/** The form of an account as it is typed. */
export type AccountTexts = Record<(typeof accountFields)[number], string> & {
  /** The one that is set by this form; empty: none, or the one of before. */
  withdrawPassword: string
  /** The one that the account has: it is asked for before anything is changed. */
  currentWithdrawPassword: string
  /** Whether the account is to have no withdraw password any more. */
  isPasswordTaken: boolean
}
export type AccountField = Exclude<keyof AccountTexts, 'isPasswordTaken'>

/** What is wrong with a field. */
export interface AccountProblem {
  field: AccountField
  message: Said
}

/** What stands in the form at first. */
export function textsOf(account: Account | null): AccountTexts {
  const { name = '', accountNumber = '', ifsc = '', mobile = '' } = account ?? {}
  const passwords = { withdrawPassword: '', currentWithdrawPassword: '', isPasswordTaken: false }
  return { name, accountNumber, ifsc, mobile, ...passwords }
}

const saidOf = ({ message, params }: Extract<Parsed<unknown>, { ok: false }>): string =>
  formErrorText(refusal(400, { code: 'invalid_request', message, params }, null), message)

/** The first thing that is wrong, in the order of the form. @param hasPassword whether the account that is changed has a withdraw password */
export function accountProblem(form: AccountTexts, hasPassword: boolean): AccountProblem | null {
  for (const field of accountFields) {
    if (form[field].trim() === '') return { field, message: () => t`All fields except password are required` }
    const read = parseInput(addAccount.input.shape[field], form[field])
    if (!read.ok) return { field, message: () => saidOf(read) }
  }
  if (hasPassword && form.currentWithdrawPassword === '')
    return { field: 'currentWithdrawPassword', message: () => t`Enter the withdraw password of this account` }
  const password = parseInput(addAccount.input.shape.withdrawPassword, form.withdrawPassword)
  return password.ok ? null : { field: 'withdrawPassword', message: () => saidOf(password) }
}

/** The fields as they are kept: written in another way, the same account is the same text. @throws TypeError for a form that has a problem */
export function accountInput({ withdrawPassword, ...form }: AccountTexts): Input<typeof addAccount> {
  const read = parseInput(addAccount.input, { ...form, ...(withdrawPassword !== '' && { withdrawPassword }) })
  if (!read.ok) throw new TypeError(read.message)
  return read.value
}

/** What a change is sent with: a new password, none any more (null), or the one of before (absent). */
export function changeInput(
  form: AccountTexts,
  index: number,
  { accountId, hasWithdrawPassword }: Account,
): Input<typeof changeAccount> {
  const { currentWithdrawPassword, isPasswordTaken } = form
  return {
    index,
    accountId,
    ...accountInput(form),
    ...(isPasswordTaken && { withdrawPassword: null }),
    ...(hasWithdrawPassword && { currentWithdrawPassword }),
  }
}

import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { formErrorText, toastErrorText } from '../../core/error-text.ts'
import type { Said } from '../../core/said.ts'
import type { AppDispatch } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import type { AccountField, AccountProblem, AccountTexts } from './account-rules.ts'
import { accountInput, accountProblem, changeInput, textsOf } from './account-rules.ts'
import type { Account } from './withdraw-api.ts'
import { useAddAccountMutation, useChangeAccountMutation, useDeleteAccountMutation } from './withdraw-api.ts'

/** What came of a change of the accounts: said at the field, above the button, or nowhere because all is well. */
interface Wrong {
  field: AccountField | null
  message: Said
}

/** Why a change was not made, or is not known to have been; null for what is told in a toast: the list has changed, and the account may be gone with its form. */
function wrongOf(error: CallError, fallback: Said, dispatch: AppDispatch): Wrong | null {
  if (error.code === 'account_changed' || error.code === 'not_found') {
    dispatch(toastShown('bad', toastErrorText(error, fallback())))
    return null
  }
  if (isOutcomeUnknown(error)) {
    const message = (): string => t`We could not confirm that this was done. Look at your accounts, then try again.`
    return { field: null, message }
  }
  const field = error.code === 'wrong_withdraw_password' ? 'currentWithdrawPassword' : null
  return { field, message: () => formErrorText(error, fallback()) }
}

interface AccountForm {
  form: AccountTexts
  change: (changes: Partial<AccountTexts>) => void
  errorOf: (field: AccountField) => string | undefined
  /** What is about no field of its own. */
  remark: string | undefined
  busy: boolean
  submit: () => Promise<void>
}

/** The form of an account, a new one or one of `accounts`. Its index is that of the list as it is when it is sent. */
export function useAccountForm(account: Account | null, accounts: readonly Account[], onDone: () => void): AccountForm {
  const dispatch = useAppDispatch()
  const [form, setForm] = useState(() => textsOf(account))
  const [wrong, setWrong] = useState<Wrong | AccountProblem | null>(null)
  const [add, { isLoading: adding }] = useAddAccountMutation()
  const [update, { isLoading: updating }] = useChangeAccountMutation()

  const submit = async (): Promise<void> => {
    const problem = accountProblem(form, account?.hasWithdrawPassword === true)
    setWrong(problem)
    if (problem) return
    if (account === null) {
      const { data, error } = await add({ before: accounts, input: accountInput(form) })
      if (!data) {
        setWrong(wrongOf(asCallError(error), () => t`Error adding account`, dispatch))
        return
      }
      dispatch(toastShown('good', t`Account added`))
    } else {
      const input = changeInput(form, accounts.indexOf(account), account)
      const { data, error } = await update({ before: account, input })
      if (!data) {
        setWrong(wrongOf(asCallError(error), () => t`Error updating account`, dispatch))
        return
      }
      dispatch(toastShown('good', t`Account updated`))
    }
    onDone()
  }
  return {
    form,
    change: (changes) => {
      setForm((before) => ({ ...before, ...changes }))
      setWrong(null)
    },
    errorOf: (field) => (wrong?.field === field ? wrong.message() : undefined),
    remark: wrong?.field === null ? wrong.message() : undefined,
    busy: adding || updating,
    submit,
  }
}

/** The question before an account goes, with its withdraw password where it has one. */
export function useDeletion(
  account: Account,
  accounts: readonly Account[],
  onDone: () => void,
): {
  password: string
  setPassword: (password: string) => void
  wrong: Wrong | null
  busy: boolean
  confirm: () => Promise<void>
} {
  const dispatch = useAppDispatch()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const [remove, { isLoading: busy }] = useDeleteAccountMutation()
  const confirm = async (): Promise<void> => {
    const { accountId, hasWithdrawPassword } = account
    if (hasWithdrawPassword && password === '') {
      const message = (): string => t`Enter the withdraw password of this account`
      setWrong({ field: 'currentWithdrawPassword', message })
      return
    }
    const given = hasWithdrawPassword ? { currentWithdrawPassword: password } : {}
    const input = { index: accounts.indexOf(account), accountId, ...given }
    const { data, error } = await remove({ before: account, input })
    if (!data) {
      setWrong(wrongOf(asCallError(error), () => t`Error deleting account`, dispatch))
      return
    }
    dispatch(toastShown('good', t`Account deleted`))
    onDone()
  }
  return {
    password,
    setPassword: (text) => {
      setPassword(text)
      setWrong(null)
    },
    wrong,
    busy,
    confirm,
  }
}

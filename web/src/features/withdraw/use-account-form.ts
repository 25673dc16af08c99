import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { formErrorText, toastErrorText } from '../../core/error-text.ts'
import { useIsOpen } from '../../core/is-open.ts'
import type { Said } from '../../core/said.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { epochNow } from '../../entities/session/session-slice.ts'
import type { AccountField, AccountProblem, AccountTexts } from './account-rules.ts'
import { accountInput, accountProblem, changeInput, textsOf } from './account-rules.ts'
import type { Account } from './withdraw-api.ts'
import { useAddAccountMutation, useChangeAccountMutation, useDeleteAccountMutation } from './withdraw-api.ts'

/** What came of a change of the accounts: said at the field, above the button, or nowhere because all is well. */
interface Wrong {
  field: AccountField | null
  message: Said
}

/**
 * The problem of a form, and a function that reports a failed change or an unknown outcome. A toast shows the failure
 * if the form is closed, or may close because the list has changed. Another session sees no report.
 */
function useWrong() {
  const dispatch = useAppDispatch()
  const [epoch] = useState(() => dispatch(epochNow))
  const [wrong, setWrong] = useState<Wrong | AccountProblem | null>(null)
  const isOpen = useIsOpen()
  const fail = (error: CallError, fallback: Said): void => {
    const isUnknown = isOutcomeUnknown(error)
    const unknownText = (): string =>
      t`Your change may have gone through. Check your bank accounts before you try again.`
    if (!isOpen.current || error.code === 'account_changed' || error.code === 'not_found') {
      const text = isUnknown ? unknownText() : toastErrorText(error, fallback())
      setWrong(null)
      if (dispatch(epochNow) === epoch) dispatch(toastShown('bad', text))
      return
    }
    const field = error.code === 'wrong_withdraw_password' ? 'currentWithdrawPassword' : null
    setWrong({ field, message: isUnknown ? unknownText : () => formErrorText(error, fallback()) })
  }
  return { wrong, setWrong, fail }
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
  const { wrong, setWrong, fail } = useWrong()
  const [add, { isLoading: adding }] = useAddAccountMutation()
  const [update, { isLoading: updating }] = useChangeAccountMutation()

  const submit = async (): Promise<void> => {
    const problem = accountProblem(form, account?.hasWithdrawPassword === true)
    setWrong(problem)
    if (problem) return
    if (account === null) {
      const { data, error } = await add({ before: accounts, input: accountInput(form) })
      if (!data) {
        fail(asCallError(error), () => t`Error adding account`)
        return
      }
      dispatch(toastShown('good', t`Account added`))
    } else {
      const input = changeInput(form, accounts.indexOf(account), account)
      const { data, error } = await update({ before: account, input })
      if (!data) {
        fail(asCallError(error), () => t`Error updating account`)
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
  const { wrong, setWrong, fail } = useWrong()
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
      fail(asCallError(error), () => t`Error deleting account`)
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

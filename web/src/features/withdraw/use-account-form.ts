import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { api } from '../../core/api.ts'
import { formErrorText, toastErrorText } from '../../core/error-text.ts'
import { useIsOpen } from '../../core/is-open.ts'
import type { Said } from '../../core/said.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useCommand } from '../../entities/session/orders.ts'
import type { AccountField, AccountProblem, AccountTexts } from './account-rules.ts'
import { accountInput, accountProblem, changeInput, textsOf } from './account-rules.ts'
import type { Account, AccountChange } from './withdraw-api.ts'
import { addition, changeOf, deletion, lookFor } from './withdraw-api.ts'

/** What came of a change of the accounts: said at the field, above the button, or nowhere because all is well. */
interface Wrong {
  field: AccountField | null
  message: Said
}

/** How often the list is looked at after a lost answer. */
const timesLooked = 2
const unknownText = (): string => t`Your change may have gone through. Check your bank accounts before you try again.`

/**
 * Sends a change of the accounts, and tells its outcome. A toast tells a failure if the form is closed, or may close
 * because the list has changed.
 */
function useChange(onDone: () => void) {
  const dispatch = useAppDispatch()
  const [wrong, setWrong] = useState<Wrong | AccountProblem | null>(null)
  const isOpen = useIsOpen()
  const { busy, send } = useCommand()
  const carryOut = async (change: AccountChange, says: { done: Said; failed: Said }): Promise<void> => {
    const look: Parameters<typeof send>[0]['look'] = (callApi) => lookFor(change.isDone, callApi)
    const ended = await send({ send: change.send, look, times: timesLooked })
    if (ended === null) return
    dispatch(api.util.invalidateTags(['Accounts']))
    if (ended.is === 'done') {
      dispatch(toastShown('good', says.done()))
      onDone()
      return
    }
    const { is, error } = ended
    const isGone = error.code === 'account_changed' || error.code === 'not_found'
    setWrong(null)
    if (!isOpen.current || isGone)
      dispatch(toastShown('bad', is === 'lost' ? unknownText() : toastErrorText(error, says.failed())))
    else
      setWrong({
        field: error.code === 'wrong_withdraw_password' ? 'currentWithdrawPassword' : null,
        message: is === 'lost' ? unknownText : () => formErrorText(error, says.failed()),
      })
  }
  return { wrong, setWrong, busy, carryOut }
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
  const [form, setForm] = useState(() => textsOf(account))
  const { wrong, setWrong, busy, carryOut } = useChange(onDone)
  return {
    form,
    change: (changes) => {
      setForm((before) => ({ ...before, ...changes }))
      setWrong(null)
    },
    errorOf: (field) => (wrong?.field === field ? wrong.message() : undefined),
    remark: wrong?.field === null ? wrong.message() : undefined,
    busy,
    submit: async () => {
      const problem = accountProblem(form, account?.hasWithdrawPassword === true)
      setWrong(problem)
      if (problem) return
      if (account === null) {
        const says = { done: () => t`Account added`, failed: () => t`Error adding account` }
        await carryOut(addition(accounts, accountInput(form)), says)
        return
      }
      const says = { done: () => t`Account updated`, failed: () => t`Error updating account` }
      await carryOut(changeOf(account, changeInput(form, accounts.indexOf(account), account)), says)
    },
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
  const [password, setPassword] = useState('')
  const { wrong, setWrong, busy, carryOut } = useChange(onDone)
  return {
    password,
    setPassword: (text) => {
      setPassword(text)
      setWrong(null)
    },
    wrong,
    busy,
    confirm: async () => {
      const { accountId, hasWithdrawPassword } = account
      if (hasWithdrawPassword && password === '') {
        const message = (): string => t`Enter the withdraw password of this account`
        setWrong({ field: 'currentWithdrawPassword', message })
        return
      }
      const given = hasWithdrawPassword ? { currentWithdrawPassword: password } : {}
      const says = { done: () => t`Account deleted`, failed: () => t`Error deleting account` }
      await carryOut(deletion({ index: accounts.indexOf(account), accountId, ...given }), says)
    },
  }
}

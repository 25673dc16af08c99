import { paise } from '@kismet/contracts'
import { parseRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { formErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { requestFailed } from '../../entities/notices/request-failed.ts'
import type { Unclear } from '../../entities/notices/unclear-request.tsx'
import { unclearOf } from '../../entities/notices/unclear-request.tsx'
import { useOrder } from '../../entities/session/orders.ts'
import type { Account } from './withdraw-api.ts'
import { sendRequest } from './withdraw-api.ts'
import type { WithdrawField, WithdrawProblem } from './withdraw-rules.ts'
import { intentOf, withdrawProblem } from './withdraw-rules.ts'

const Draft = z.object({ amount: z.string(), accountId: z.string().nullable() })

/**
 * Two equal withdrawals are two, so the list does not say whether an order has arrived: only its key does. An order is
 * repeated with the index that its account had.
 */
const withdrawal = {
  name: 'withdraw',
  draft: Draft,
  empty: { amount: '', accountId: null } satisfies z.output<typeof Draft>,
  facts: z.object({ amountPaise: z.int(), accountIndex: z.int() }),
} as const

/** After half a minute the player decides, who can send the same request again. */
const timesAsked = 7

/** Which field a refusal is about; null for one that is told in a toast. */
function fieldOf(code: string | null): WithdrawField | null {
  if (code === 'insufficient_balance' || code === 'amount_over_limit') return 'amount'
  return code === 'wrong_withdraw_password' ? 'withdrawPassword' : null
}

type Changes = Partial<{ amount: string; accountId: string; password: string }>

/** The problem of a field that still says what it said: another way to write the same amount mends nothing. */
function leftOf(problem: WithdrawProblem | null, changes: Changes, before: { amount: string; isOther: boolean }) {
  const { amount, password } = changes
  const isChanged: Readonly<Record<WithdrawField, boolean>> = {
    amount: amount !== undefined && parseRupees(amount) !== parseRupees(before.amount),
    account: before.isOther,
    withdrawPassword: password !== undefined || before.isOther,
  }
  return problem && isChanged[problem.field] ? null : problem
}

export interface WithdrawForm {
  amount: string
  /** The chosen account, or the first one as long as nothing was chosen or typed. Null if the chosen account was deleted. */
  account: Account | null
  password: string
  change: (changes: Changes) => void
  errorOf: (field: WithdrawField) => string | undefined
  busy: boolean
  unclear: Unclear | null
  submit: () => Promise<void>
}

/** The form of one withdrawal, and the outcome of its submission. */
export function useWithdrawForm(accounts: readonly Account[]): WithdrawForm {
  const dispatch = useAppDispatch()
  const { draft, change: keep, orders, busy, send } = useOrder(withdrawal)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<WithdrawProblem | null>(null)
  const isChosen = draft.accountId !== null
  const account = (isChosen ? accounts.find(({ accountId }) => accountId === draft.accountId) : accounts[0]) ?? null
  const written = account && intentOf(parseRupees(draft.amount) ?? 0, account.accountId)

  const submit = async (): Promise<void> => {
    const wrong = withdrawProblem(draft.amount, account, password)
    setProblem(wrong)
    const amountPaise = parseRupees(draft.amount)
    if (wrong || amountPaise === null || account === null) return
    const { accountId, hasWithdrawPassword } = account
    const given = hasWithdrawPassword ? { withdrawPassword: password } : {}
    const isRepeated = orders.some(({ intent }) => intent === written)
    const ended = await send({
      intent: intentOf(amountPaise, accountId),
      facts: { amountPaise, accountIndex: accounts.indexOf(account) },
      send: ({ key, facts: { accountIndex } }, callApi) =>
        sendRequest(
          { input: { accountIndex, accountId, amount: paise(amountPaise), ...given }, idempotencyKey: key },
          callApi,
        ),
      times: timesAsked,
    })
    if (ended === null) return
    // A refusal may say that the accounts have changed.
    dispatch(api.util.invalidateTags(ended.is === 'done' ? ['Withdrawals'] : ['Withdrawals', 'Accounts']))
    if (ended.is === 'done') {
      keep((before) => ({ ...before, amount: '' }))
      setPassword('')
      const isEarlier = isRepeated && ended.data.replayed
      dispatch(
        toastShown('good', isEarlier ? t`This is your earlier request. It counts once.` : t`Withdrawal submitted`),
      )
      return
    }
    const field = fieldOf(ended.error.code)
    if (field === null) dispatch(requestFailed(ended, t`Error submitting withdrawal`))
    else setProblem({ field, message: () => formErrorText(ended.error, t`Error submitting withdrawal`) })
  }

  return {
    amount: draft.amount,
    account,
    password,
    change: (changes) => {
      const { password: typed, ...texts } = changes
      // The password of one account is not that of another.
      const isOther = texts.accountId !== undefined && texts.accountId !== account?.accountId
      if (typed !== undefined || isOther) setPassword(typed ?? '')
      // The account that the player sees while writing is chosen, so that no other one can take its place.
      keep((before) => ({ ...before, accountId: account?.accountId ?? before.accountId, ...texts }))
      setProblem((told) => leftOf(told, changes, { amount: draft.amount, isOther }))
    },
    errorOf: (field) => (problem?.field === field ? problem.message() : undefined),
    busy,
    unclear: unclearOf(orders, ({ intent }) => intent === written),
    submit,
  }
}

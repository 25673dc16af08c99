import { asCallError, isOutcomeUnknown, leavesOpen } from '@kismet/app-kit/call-error.ts'
import { paise } from '@kismet/contracts'
import { parseRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { formErrorText, toastErrorText } from '../../core/error-text.ts'
import { newIdempotencyKey } from '@kismet/app-kit/random.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useKeptForm } from '../../entities/session/kept-form.ts'
import { epochNow } from '../../entities/session/session-slice.ts'
import type { Account } from './withdraw-api.ts'
import { useRequestWithdrawalMutation } from './withdraw-api.ts'
import type { WithdrawField, WithdrawProblem } from './withdraw-rules.ts'
import { intentOf, withdrawProblem } from './withdraw-rules.ts'

/** `asking`: the first answer was lost. `open`: nobody asks any more, and nobody knows. */
const SentState = z.enum(['sent', 'asking', 'open'])

/**
 * The form, and the key of what was sent and may have arrived: the same once more has the same key, and the index that its account had then. Two equal withdrawals are
 * two, so what stands in the list does not say whether this one is there: only its key does. The password is not kept.
 */
const Kept = z.object({
  amount: z.string(),
  accountId: z.string().nullable(),
  sent: z
    .object({ intent: z.string(), idempotencyKey: z.string(), accountIndex: z.int(), state: SentState })
    .nullable(),
})
type Kept = z.output<typeof Kept>
const empty: Kept = { amount: '', accountId: null, sent: null }

/** Which field a refusal is about; null for one that is told in a toast. */
function fieldOf(code: string | null): WithdrawField | null {
  if (code === 'insufficient_balance' || code === 'amount_over_limit') return 'amount'
  return code === 'wrong_withdraw_password' ? 'withdrawPassword' : null
}

type Changes = Partial<{ amount: string; accountId: string; password: string }>

/** Whether another account is chosen: the password of one is not that of another. */
const isOther = (accountId: string | undefined, before: string | undefined): boolean =>
  accountId !== undefined && accountId !== before

/** The problem of a field that still says what it said: another way to write the same amount mends nothing. */
function leftOf(
  problem: WithdrawProblem | null,
  { amount, accountId, password }: Changes,
  before: { amount: string; accountId: string | undefined },
): WithdrawProblem | null {
  const isOtherAccount = isOther(accountId, before.accountId)
  const isChanged: Readonly<Record<WithdrawField, boolean>> = {
    amount: amount !== undefined && parseRupees(amount) !== parseRupees(before.amount),
    account: isOtherAccount,
    withdrawPassword: password !== undefined || isOtherAccount,
  }
  return problem && isChanged[problem.field] ? null : problem
}

export interface WithdrawForm {
  amount: string
  /** The chosen account: the first one where none was chosen that is still there. */
  account: Account | null
  password: string
  change: (changes: Changes) => void
  errorOf: (field: WithdrawField) => string | undefined
  busy: boolean
  isUnclear: boolean
  submit: () => Promise<void>
}

/** The form of one withdrawal, and what its submission came to. */
export function useWithdrawForm(accounts: readonly Account[]): WithdrawForm {
  const dispatch = useAppDispatch()
  const [kept, keep] = useKeptForm('withdraw', Kept, empty)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<WithdrawProblem | null>(null)
  const [post, { isLoading: busy }] = useRequestWithdrawalMutation({ fixedCacheKey: 'withdraw' })
  const account = accounts.find(({ accountId }) => accountId === kept.accountId) ?? accounts[0] ?? null
  const { sent } = kept

  const keepSent = (order: Kept['sent']): void => keep((before) => ({ ...before, sent: order }))
  const nowIs = (state: z.output<typeof SentState>): void =>
    keep((before) => ({ ...before, sent: before.sent && { ...before.sent, state } }))
  // The page was loaded again, or the session ended, before an answer came.
  const onOpened = useEffectEvent(() => {
    if (sent !== null && !busy) nowIs('open')
  })
  useEffect(() => onOpened(), [])

  const refused = (failure: ReturnType<typeof asCallError>, wasOpen: boolean): void => {
    if (isOutcomeUnknown(failure) || (wasOpen && leavesOpen(failure))) nowIs('open')
    else keepSent(null)
    const field = fieldOf(failure.code)
    if (isOutcomeUnknown(failure)) dispatch(toastShown('bad', t`We could not confirm that your request arrived.`))
    else if (field !== null)
      setProblem({ field, message: () => formErrorText(failure, t`Error submitting withdrawal`) })
    else dispatch(toastShown('bad', toastErrorText(failure, t`Error submitting withdrawal`)))
  }

  const submit = async (): Promise<void> => {
    const wrong = withdrawProblem(kept.amount, account, password)
    setProblem(wrong)
    const amountPaise = parseRupees(kept.amount)
    if (wrong || amountPaise === null || account === null) return
    const { accountId, hasWithdrawPassword } = account
    const intent = intentOf(amountPaise, accountId)
    const again = sent?.intent === intent ? sent : null
    const wasOpen = again !== null && again.state !== 'sent'
    const accountIndex = again?.accountIndex ?? accounts.indexOf(account)
    const idempotencyKey = again?.idempotencyKey ?? newIdempotencyKey()
    keepSent({ intent, idempotencyKey, accountIndex, state: wasOpen ? 'asking' : 'sent' })
    const epoch = dispatch(epochNow)
    const given = hasWithdrawPassword ? { withdrawPassword: password } : {}
    const { data, error } = await post({
      input: { accountIndex, accountId, amount: paise(amountPaise), ...given },
      idempotencyKey,
      // Whoever is here since has nothing to do with it, and it may have arrived.
      onUnclear: () => {
        if (dispatch(epochNow) === epoch) nowIs('asking')
      },
    })
    if (dispatch(epochNow) !== epoch) return
    if (!data) {
      refused(asCallError(error), wasOpen)
      return
    }
    keep((before) => ({ ...empty, accountId: before.accountId }))
    setPassword('')
    dispatch(toastShown('good', t`Withdrawal submitted`))
  }

  return {
    amount: kept.amount,
    account,
    password,
    change: (changes) => {
      const { password: typed, ...texts } = changes
      if (typed !== undefined || isOther(texts.accountId, account?.accountId)) setPassword(typed ?? '')
      keep((form) => ({ ...form, ...texts }))
      setProblem((told) => leftOf(told, changes, { amount: kept.amount, accountId: account?.accountId }))
    },
    errorOf: (field) => (problem?.field === field ? problem.message() : undefined),
    busy,
    isUnclear: sent !== null && sent.state !== 'sent',
    submit,
  }
}

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
 * The form, and the keys of what was sent and may have arrived: the same once more has the same key, and the index that its account had then, whatever else was sent meanwhile. Two equal withdrawals are
 * two, so what stands in the list does not say whether one of these is there: only its key does. The password is not kept.
 */
const Kept = z.object({
  amount: z.string(),
  accountId: z.string().nullable(),
  sent: z.array(
    z.object({
      intent: z.string(),
      amountPaise: z.int(),
      idempotencyKey: z.string(),
      accountIndex: z.int(),
      state: SentState,
    }),
  ),
})
type Kept = z.output<typeof Kept>
const empty: Kept = { amount: '', accountId: null, sent: [] }
type Order = Kept['sent'][number]
type State = Order['state']

const asOpen = (order: Order): Order => ({ ...order, state: 'open' })
/** The order that is written, if it is unclear, or else the newest that is. */
function unclearOf(sent: readonly Order[], written: string | null): WithdrawForm['unclear'] {
  const unclear = sent.filter(({ state }) => state !== 'sent')
  const shown = unclear.find(({ intent }) => intent === written) ?? unclear.at(-1)
  return shown ? { isWritten: shown.intent === written, amountPaise: shown.amountPaise } : null
}
/** With what is known by now of one order. Null: nothing came of it, or its answer did. */
const withState = (sent: readonly Order[], intent: string, state: State | null): Order[] =>
  sent.flatMap((one) => {
    if (one.intent !== intent) return [one]
    return state === null ? [] : [{ ...one, state }]
  })

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
  /** What was sent and may have arrived, as far as is known now: what is written, or else something before it. */
  unclear: { readonly isWritten: boolean; readonly amountPaise: number } | null
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

  const nowIs = (intent: string, state: State | null): void =>
    keep((before) => ({ ...before, sent: withState(before.sent, intent, state) }))
  // The page was loaded again, or the session ended, before an answer came.
  const onOpened = useEffectEvent(() => {
    if (sent.length > 0 && !busy) keep((before) => ({ ...before, sent: before.sent.map((one) => asOpen(one)) }))
  })
  useEffect(() => onOpened(), [])

  const refused = (failure: ReturnType<typeof asCallError>, intent: string, wasOpen: boolean): void => {
    nowIs(intent, isOutcomeUnknown(failure) || (wasOpen && leavesOpen(failure)) ? 'open' : null)
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
    const again = sent.find((one) => one.intent === intent)
    const wasOpen = again !== undefined && again.state !== 'sent'
    const accountIndex = again?.accountIndex ?? accounts.indexOf(account)
    const idempotencyKey = again?.idempotencyKey ?? newIdempotencyKey()
    const order = { intent, amountPaise, idempotencyKey, accountIndex, state: wasOpen ? 'asking' : 'sent' } as const
    keep((before) => ({ ...before, sent: [...withState(before.sent, intent, null), order] }))
    const epoch = dispatch(epochNow)
    const given = hasWithdrawPassword ? { withdrawPassword: password } : {}
    const { data, error } = await post({
      input: { accountIndex, accountId, amount: paise(amountPaise), ...given },
      idempotencyKey,
      // Whoever is here since has nothing to do with it, and it may have arrived.
      onUnclear: () => {
        if (dispatch(epochNow) === epoch) nowIs(intent, 'asking')
      },
    })
    if (dispatch(epochNow) !== epoch) return
    if (!data) {
      refused(asCallError(error), intent, wasOpen)
      return
    }
    keep((before) => ({ ...empty, accountId: before.accountId, sent: withState(before.sent, intent, null) }))
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
    unclear: unclearOf(sent, account && intentOf(parseRupees(kept.amount) ?? 0, account.accountId)),
    submit,
  }
}

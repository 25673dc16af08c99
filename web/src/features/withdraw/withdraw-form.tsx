import { limits, paise } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { amountText, formatRupees, formatRupeesShort, parseRupees } from '@kismet/ui/format/money.ts'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { formErrorText } from '../../core/error-text.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import type { FormState, Problem } from '../../core/use-form.ts'
import { useFormOf } from '../../core/use-form.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { requestFailed } from '../../entities/requests/request-outcome.tsx'
import type { UnknownRequest } from '../../entities/requests/request-outcome.tsx'
import { UnknownRequestNotice, unknownRequestOf } from '../../entities/requests/request-outcome.tsx'
import { selectBalanceAsOfMs, selectShownBalancePaise } from '../../entities/session/balance-slice.ts'
import { useOrder } from '../../entities/session/orders.ts'
import type { Account } from './withdraw-api.ts'
import { sendRequest, useOwnWithdrawals } from './withdraw-api.ts'
import styles from './withdraw.module.css'

/** What is typed and chosen. */
interface WithdrawTexts {
  amount: string
  accountId: string | null
  withdrawPassword: string
}
type WithdrawField = 'account' | 'amount' | 'withdrawPassword'

const minWithdrawPaise = limits.withdrawal.minRupees * 100
const maxWithdrawPaise = limits.withdrawal.maxRupees * 100

const aboveText = (balancePaise: number): string => t`You can withdraw up to ${formatRupees(balancePaise)}`

/** The first thing that is wrong, in the order of spec 5.9: amount, its limits, the balance, account, its password. */
function withdrawProblem(
  amount: string,
  isAbove: boolean,
  balancePaise: number,
  account: Pick<Account, 'hasWithdrawPassword'> | null,
  password: string,
): Problem<WithdrawField> | null {
  const amountPaise = parseRupees(amount)
  if (amountPaise === null || amountPaise === 0) return { field: 'amount', message: () => t`Enter a valid amount` }
  if (amountPaise < minWithdrawPaise)
    return { field: 'amount', message: () => t`Minimum withdrawal amount is ${formatRupeesShort(minWithdrawPaise)}` }
  if (amountPaise > maxWithdrawPaise)
    return { field: 'amount', message: () => t`Maximum withdrawal amount is ${formatRupeesShort(maxWithdrawPaise)}` }
  if (isAbove) return { field: 'amount', message: () => aboveText(balancePaise) }
  if (account === null) return { field: 'account', message: () => t`Choose a bank account` }
  if (account.hasWithdrawPassword && password === '')
    return { field: 'withdrawPassword', message: () => t`Enter the withdraw password of this account` }
  return null
}

/** The identity of a submission, without the password. An equal submission is sent with the same idempotency key. */
function intentOf(amountPaise: number, accountId: string): string {
  return JSON.stringify([amountPaise, accountId])
}

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
  if (code === 'account_waits') return 'account'
  if (code === 'insufficient_balance' || code === 'amount_over_limit') return 'amount'
  return code === 'wrong_withdraw_password' ? 'withdrawPassword' : null
}

interface Withdrawal {
  form: FormState<WithdrawTexts, WithdrawField>
  /** The chosen account, or the first one until the player chooses or types. Null if the chosen account was deleted. */
  account: Account | null
  /** The amount of a new request is above the balance. */
  isAbove: boolean
  busy: boolean
  unknown: UnknownRequest | null
  submit: () => Promise<void>
}

/** The form of one withdrawal, and the outcome of its submission. */
export function useWithdrawForm(accounts: readonly Account[]): Withdrawal {
  const dispatch = useAppDispatch()
  const { draft, change: keep, orders, busy, send } = useOrder(withdrawal)
  const [withdrawPassword, setPassword] = useState('')
  const isChosen = draft.accountId !== null
  const account = (isChosen ? accounts.find(({ accountId }) => accountId === draft.accountId) : accounts[0]) ?? null
  const amountPaise = parseRupees(draft.amount)
  const written = account && intentOf(amountPaise ?? 0, account.accountId)
  const isOther = ({ accountId }: Partial<WithdrawTexts>): boolean =>
    accountId !== undefined && accountId !== account?.accountId
  const write = (changes: Partial<WithdrawTexts>): void => {
    const { withdrawPassword: typed, ...texts } = changes
    // The password of one account is not that of another.
    if (typed !== undefined || isOther(changes)) setPassword(typed ?? '')
    // The account that the player sees while writing is chosen, so that no other one can take its place.
    keep((before) => ({ ...before, accountId: account?.accountId ?? before.accountId, ...texts }))
  }
  const mends = (field: WithdrawField, changes: Partial<WithdrawTexts>): boolean => {
    const { amount, withdrawPassword: typed } = changes
    // The same amount in another spelling does not mend a problem.
    if (field === 'amount') return amount !== undefined && parseRupees(amount) !== amountPaise
    return isOther(changes) || (field === 'withdrawPassword' && typed !== undefined)
  }
  const form = useFormOf<WithdrawTexts, WithdrawField>({ ...draft, withdrawPassword }, write, busy, mends)

  const balancePaise = useAppSelector(selectShownBalancePaise)
  // Before the server has told the balance, the server decides.
  const isKnown = useAppSelector(selectBalanceAsOfMs) !== null
  // A request that was sent before may have put its money on hold already.
  const isRepeated = orders.some(({ intent }) => intent === written)
  const isAbove = isKnown && !isRepeated && (amountPaise ?? 0) > balancePaise
  const submit = async (): Promise<void> => {
    const wrong = withdrawProblem(draft.amount, isAbove, balancePaise, account, withdrawPassword)
    if (form.tell(wrong) || amountPaise === null || account === null) return
    const { accountId, hasWithdrawPassword } = account
    const given = hasWithdrawPassword ? { withdrawPassword } : {}
    const ended = await send({
      intent: intentOf(amountPaise, accountId),
      facts: { amountPaise, accountIndex: accounts.indexOf(account) },
      send: (callApi, { key, facts: { accountIndex } }) =>
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
    else form.tell({ field, message: () => formErrorText(ended.error, t`Error submitting withdrawal`) })
  }

  return { form, account, isAbove, busy, unknown: unknownRequestOf(orders, ({ intent }) => intent === written), submit }
}

/** The money of the pending requests, which is on hold beside the balance. */
function useHeldPaise(): number {
  const pending = useOwnWithdrawals().data?.filter(({ status }) => status === 'pending') ?? []
  const held = pending.filter(({ steps }) => steps.some(({ step }) => step === 'held'))
  return held.reduce((sum, { amount }) => sum + amount, 0)
}

/** What the request does to the balance, by the server's number of it. */
function Sum({ balancePaise, amountPaise }: { balancePaise: number; amountPaise: number }): ReactNode {
  const heldPaise = useHeldPaise()
  return (
    <KeyValues
      variant="sum"
      rows={[
        ...(heldPaise > 0 ? [{ name: t`Already on hold`, value: formatRupees(heldPaise) }] : []),
        { name: t`Balance now`, value: formatRupees(balancePaise) },
        { name: t`This request`, value: formatRupees(-amountPaise) },
        {
          name: t`Balance after this request`,
          value: amountPaise > balancePaise ? '–' : formatRupees(balancePaise - amountPaise),
        },
      ]}
    />
  )
}

/** How much, and the withdraw password where the chosen account has one (spec 5.9). While it is sent it cannot be changed. */
export function AmountForm({
  withdrawal,
  onForgot,
}: {
  withdrawal: Withdrawal
  onForgot: (accountId: string) => void
}): ReactNode {
  const { form, account, isAbove, busy, unknown, submit } = withdrawal
  const { amount } = form.values
  const balancePaise = useAppSelector(selectShownBalancePaise)
  const amountPaise = parseRupees(amount)
  const least = formatRupeesShort(minWithdrawPaise)
  return (
    <Form aria-label={t`Withdrawal`} onSubmit={submit}>
      <AmountField
        label={t`Amount`}
        name={'amount' satisfies WithdrawField}
        text={amount}
        locked={busy}
        error={form.errorOf('amount') ?? (isAbove ? aboveText(balancePaise) : undefined)}
        quick={{ onMax: () => form.change({ amount: amountText(Math.min(balancePaise, maxWithdrawPaise)) }) }}
        hint={t`Minimum ${least} · you can withdraw up to ${formatRupees(balancePaise)}`}
        onText={(text) => form.change({ amount: text })}
        onBlur={() => {
          if (amountPaise !== null) form.change({ amount: amountText(amountPaise) })
        }}
      />
      {account?.hasWithdrawPassword === true && (
        <div className={styles.withLink}>
          <PasswordField {...form.field('withdrawPassword')} label={t`Withdraw password`} autoComplete="off" />
          <button
            type="button"
            className={textClass('link', 'small')}
            disabled={busy}
            onClick={() => onForgot(account.accountId)}
          >
            {t`Forgot withdraw password?`}
          </button>
        </div>
      )}
      <Sum balancePaise={balancePaise} amountPaise={amountPaise ?? 0} />
      <UnknownRequestNotice of={unknown} busy={busy} />
      <Button type="submit" kind="primary" big busy={busy}>
        {amountPaise !== null && amountPaise > 0
          ? t`Withdraw ${formatRupees(amountPaise)}`
          : t({ message: 'Withdraw', context: 'button' })}
      </Button>
    </Form>
  )
}

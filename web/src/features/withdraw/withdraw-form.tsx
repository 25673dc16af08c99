import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { amountText, formatRupees, formatRupeesShort, parseRupees } from '@kismet/ui/format/money.ts'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useAppSelector } from '../../core/store.ts'
import { UnclearRequest } from '../../entities/notices/unclear-request.tsx'
import { selectShownBalancePaise } from '../../entities/session/balance-slice.ts'
import type { WithdrawForm } from './use-withdraw-form.ts'
import type { WithdrawField } from './withdraw-rules.ts'
import { minWithdrawPaise } from './withdraw-rules.ts'

/** What the request does to the balance, by the server's number of it. */
function Sum({ balancePaise, amountPaise }: { balancePaise: number; amountPaise: number }): ReactNode {
  return (
    <KeyValues
      look="sum"
      rows={[
        { name: t`Balance now`, value: formatRupees(balancePaise) },
        { name: t`This request`, value: formatRupees(-amountPaise) },
        { name: t`Balance after this request`, value: formatRupees(Math.max(0, balancePaise - amountPaise)) },
      ]}
    />
  )
}

/** How much, and the withdraw password where the chosen account has one (spec 5.9). While it is sent it cannot be changed. */
export function AmountForm({ form }: { form: WithdrawForm }): ReactNode {
  const { amount, account, password, change, errorOf, busy, unclear, submit } = form
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
        error={errorOf('amount')}
        hint={t`Minimum ${least} · you can withdraw up to ${formatRupees(balancePaise)}`}
        onText={(text) => change({ amount: text })}
        onBlur={() => {
          if (amountPaise !== null) change({ amount: amountText(amountPaise) })
        }}
      />
      {account?.hasWithdrawPassword === true && (
        <PasswordField
          label={t`Withdraw password`}
          name={'withdrawPassword' satisfies WithdrawField}
          autoComplete="off"
          value={password}
          readOnly={busy}
          error={errorOf('withdrawPassword')}
          onChange={(event) => change({ password: event.target.value })}
        />
      )}
      <Sum balancePaise={balancePaise} amountPaise={amountPaise ?? 0} />
      <UnclearRequest of={unclear} busy={busy} />
      <Button type="submit" kind="primary" big busy={busy}>
        {amountPaise !== null && amountPaise > 0
          ? t`Withdraw ${formatRupees(amountPaise)}`
          : t({ message: 'Withdraw', context: 'button' })}
      </Button>
    </Form>
  )
}

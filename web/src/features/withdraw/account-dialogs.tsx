import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Drawer } from '@kismet/ui/feedback/modal.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Question } from '@kismet/ui/feedback/question.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import type { AccountField, AccountTexts } from './account-rules.ts'
import { useAccountForm, useDeletion } from './use-account-form.ts'
import type { Account } from './withdraw-api.ts'
import { bankText } from './withdraw-rules.ts'

interface DialogProps {
  accounts: readonly Account[]
  onClose: () => void
}

/** The texts that every account has, in the order of a bank's slip. */
const lines = (): { field: keyof AccountTexts & AccountField; label: string; mono?: true; digits?: true }[] => [
  { field: 'name', label: t`Account holder` },
  { field: 'accountNumber', label: t`Account number`, mono: true, digits: true },
  { field: 'ifsc', label: t`IFSC`, mono: true },
  { field: 'mobile', label: t`Mobile number`, mono: true, digits: true },
]

/** A new account, or changes of one. */
export function AccountDialog({ account, accounts, onClose }: DialogProps & { account: Account | null }): ReactNode {
  const { form, change, errorOf, remark, busy, submit } = useAccountForm(account, accounts, onClose)
  const hasPassword = account?.hasWithdrawPassword === true
  const password = (field: 'withdrawPassword' | 'currentWithdrawPassword', label: string, hint?: string): ReactNode => (
    <PasswordField
      label={label}
      name={field}
      autoComplete="off"
      value={form[field]}
      readOnly={busy}
      error={errorOf(field)}
      hint={hint}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  )
  return (
    <Drawer title={account === null ? t`Add Account` : t`Edit account`} onClose={onClose}>
      <Form onSubmit={submit}>
        {lines().map(({ field, label, mono = false, digits = false }) => (
          <TextField
            key={field}
            label={label}
            name={field}
            mono={mono}
            inputMode={digits ? 'numeric' : 'text'}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={form[field]}
            readOnly={busy}
            error={errorOf(field)}
            onChange={(event) => change({ [field]: event.target.value })}
          />
        ))}
        {hasPassword && password('currentWithdrawPassword', t`Withdraw password`)}
        {!form.isPasswordTaken &&
          password(
            'withdrawPassword',
            hasPassword ? t`New withdraw password (optional)` : t`Withdraw password (optional)`,
            t`You need it for every withdrawal to this account and for every change of the account.`,
          )}
        {hasPassword && (
          <Checkbox
            checked={form.isPasswordTaken}
            onChange={(isPasswordTaken) => change({ isPasswordTaken, withdrawPassword: '' })}
          >
            {t`Remove the withdraw password`}
          </Checkbox>
        )}
        {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
        <Button type="submit" kind="primary" big busy={busy}>
          {account === null ? t`Save account` : t`Save changes`}
        </Button>
      </Form>
    </Drawer>
  )
}

/** Asks before an account goes (spec 5.9). */
export function DeleteDialog({ account, accounts, onClose }: DialogProps & { account: Account }): ReactNode {
  const { password, setPassword, wrong, busy, confirm } = useDeletion(account, accounts, onClose)
  return (
    <Question
      title={t`Delete this account?`}
      icon={Trash2}
      action={t({ message: 'Delete', context: 'button' })}
      isDangerous
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <b>{account.name}</b> · <span className={textClass('mono')}>{bankText(account)}</span>
      </p>
      <p>{t`Your earlier withdrawal requests stay as they are.`}</p>
      {account.hasWithdrawPassword && (
        <PasswordField
          label={t`Withdraw password`}
          name="currentWithdrawPassword"
          autoComplete="off"
          value={password}
          readOnly={busy}
          error={wrong?.field === 'currentWithdrawPassword' ? wrong.message() : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {wrong?.field === null && <Notice tone="bad">{wrong.message()}</Notice>}
    </Question>
  )
}

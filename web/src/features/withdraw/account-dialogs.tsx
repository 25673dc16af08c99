import type { Input } from '@kismet/contracts'
import { addAccount, parseInput } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Drawer } from '@kismet/ui/feedback/modal.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import type { LazyText } from '../../core/lazy-text.ts'
import type { Problem } from '../../core/use-form.ts'
import { useForm } from '../../core/use-form.ts'
import { saidOf, useAccountChange } from './use-account-change.ts'
import type { Account } from './withdraw-api.ts'
import { addition, bankText, changeOf, deletion } from './withdraw-api.ts'

const accountFields = ['name', 'accountNumber', 'ifsc', 'mobile'] as const

/** The form of an account as it is typed. */
type AccountTexts = Record<(typeof accountFields)[number], string> & {
  /** The account number a second time. */
  numberAgain: string
  /** The password that this form sets. An empty text keeps the present password. */
  withdrawPassword: string
  /** A present withdraw password, or the login password: what proves that the owner saves the account (`Proof`). */
  currentWithdrawPassword: string
  currentPassword: string
  /** Whether the account is to have no withdraw password any more. */
  isPasswordTaken: boolean
}
type AccountField = Exclude<keyof AccountTexts, 'isPasswordTaken'>

/** What stands in the form at first. */
function textsOf(account: Account | null): AccountTexts {
  const { name = '', accountNumber = '', ifsc = '', mobile = '' } = account ?? {}
  const passwords = { withdrawPassword: '', currentWithdrawPassword: '', currentPassword: '', isPasswordTaken: false }
  return { name, accountNumber, numberAgain: '', ifsc, mobile, ...passwords }
}

/** Which password is asked for: that of the account, of any saved account, or of the login. */
type Proof = 'own' | 'any' | 'login'

function proofFor(account: Account | null, accounts: readonly Account[]): Proof {
  if (account?.hasWithdrawPassword === true) return 'own'
  return accounts.some(({ hasWithdrawPassword }) => hasWithdrawPassword) ? 'any' : 'login'
}

const proofFields = {
  own: {
    field: 'currentWithdrawPassword',
    label: () => t`Withdraw password`,
    missing: () => t`Enter the withdraw password of this account`,
  },
  any: {
    field: 'currentWithdrawPassword',
    label: () => t`Withdraw password of a saved account`,
    missing: () => t`Enter the withdraw password of one of your accounts`,
  },
  login: {
    field: 'currentPassword',
    label: () => t`Login password`,
    missing: () => t`Enter your login password`,
  },
} as const satisfies Record<Proof, { field: AccountField; label: LazyText; missing: LazyText }>

/** The account number as it is kept; null if the number is not valid. */
function numberOf(text: string): string | null {
  const read = parseInput(addAccount.input.shape.accountNumber, text)
  return read.ok ? read.value : null
}

/** Whether the number has to be typed twice: money that goes to a wrong number is lost. */
const isNewNumber = ({ accountNumber }: AccountTexts, account: Account | null): boolean =>
  account === null || numberOf(accountNumber) !== account.accountNumber

/** The first thing that is wrong, in the order of the form. */
function accountProblem(form: AccountTexts, account: Account | null, proof: Proof): Problem<AccountField> | null {
  for (const field of accountFields) {
    if (form[field].trim() === '')
      return { field, message: () => t`Fill in all fields. Only the withdraw password is optional.` }
    const read = parseInput(addAccount.input.shape[field], form[field])
    if (!read.ok) return { field, message: () => saidOf(read) }
    const isOther = numberOf(form.accountNumber) !== numberOf(form.numberAgain)
    if (field === 'accountNumber' && isOther && isNewNumber(form, account))
      return { field: 'numberAgain', message: () => t`The account numbers differ. Check both.` }
  }
  const { field: proofField, missing } = proofFields[proof]
  if (form[proofField] === '') return { field: proofField, message: missing }
  const password = parseInput(addAccount.input.shape.withdrawPassword, form.withdrawPassword)
  return password.ok ? null : { field: 'withdrawPassword', message: () => saidOf(password) }
}

/** The fields as they are kept: written in another way, the same account is the same text. @throws TypeError for a form that has a problem */
function accountInput(form: AccountTexts, proof: Proof): Input<typeof addAccount> {
  const { name, accountNumber, ifsc, mobile, withdrawPassword } = form
  const { field } = proofFields[proof]
  const account = { name, accountNumber, ifsc, mobile, [field]: form[field] }
  const read = parseInput(addAccount.input, { ...account, ...(withdrawPassword !== '' && { withdrawPassword }) })
  if (!read.ok) throw new TypeError(read.message)
  return read.value
}

/** The field that a refusal is about. */
const refusedFields = {
  wrong_withdraw_password: 'currentWithdrawPassword',
  wrong_password: 'currentPassword',
} as const

interface DialogProps {
  /** The accounts as the list has them now: an account is sent with its index there. */
  accounts: readonly Account[]
  onClose: () => void
}

/** The texts that every account has, in the order of a bank's slip. */
const lines = (
  isNumberNew: boolean,
): { field: keyof AccountTexts & AccountField; label: string; hint?: string; mono?: true; digits?: true }[] => [
  { field: 'name', label: t`Account holder`, hint: t`As your bank writes it, in Latin letters (A to Z).` },
  { field: 'accountNumber', label: t`Account number`, mono: true, digits: true },
  ...(isNumberNew ? [{ field: 'numberAgain', label: t`Account number again`, mono: true, digits: true } as const] : []),
  { field: 'ifsc', label: t`IFSC`, mono: true },
  { field: 'mobile', label: t`Mobile number`, mono: true, digits: true },
]

const placeOf = (account: Account, accounts: readonly Account[]) => ({
  index: accounts.indexOf(account),
  accountId: account.accountId,
})

/** A new account, or changes of one. */
export function AccountDialog({ account, accounts, onClose }: DialogProps & { account: Account | null }): ReactNode {
  const { busy, executeOrder } = useAccountChange(onClose)
  const { values, change, field, remark, tell } = useForm<AccountTexts, AccountField>(() => textsOf(account), busy)
  const hasPassword = account?.hasWithdrawPassword === true
  const proof = proofFor(account, accounts)
  const submit = async (): Promise<void> => {
    if (tell(accountProblem(values, account, proof))) return
    const input = accountInput(values, proof)
    const password = values.isPasswordTaken && { withdrawPassword: null }
    const order =
      account === null
        ? addition(accounts, input)
        : changeOf(account, { ...placeOf(account, accounts), ...input, ...password })
    await executeOrder(order, tell, {
      done: () => (account === null ? t`Account added` : t`Account updated`),
      failed: () => (account === null ? t`Error adding account` : t`Error updating account`),
      fields: refusedFields,
    })
  }
  return (
    <Drawer title={account === null ? t`Add Account` : t`Edit account`} onClose={onClose}>
      <Form onSubmit={submit}>
        {lines(isNewNumber(values, account)).map(({ field: name, label, hint, mono = false, digits = false }) => (
          <TextField
            key={name}
            {...field(name)}
            label={label}
            hint={hint}
            mono={mono}
            inputMode={digits ? 'numeric' : 'text'}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
          />
        ))}
        <PasswordField
          {...field(proofFields[proof].field)}
          label={proofFields[proof].label()}
          autoComplete={proof === 'login' ? 'current-password' : 'off'}
        />
        {!values.isPasswordTaken && (
          <PasswordField
            {...field('withdrawPassword')}
            label={hasPassword ? t`New withdraw password (optional)` : t`Withdraw password (optional)`}
            autoComplete="off"
            hint={t`You need it for every withdrawal to this account and for every change of the account.`}
          />
        )}
        {hasPassword && (
          <Checkbox
            checked={values.isPasswordTaken}
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
  const { hasWithdrawPassword, name } = account
  const { busy, executeOrder } = useAccountChange(onClose)
  const { values, field, remark, tell } = useForm({ currentWithdrawPassword: '', currentPassword: '' }, busy)
  const confirm = async (): Promise<void> => {
    if (hasWithdrawPassword && values.currentWithdrawPassword === '') {
      const message = (): string => t`Enter the withdraw password of this account`
      tell({ field: 'currentWithdrawPassword', message })
      return
    }
    const { currentWithdrawPassword } = values
    const given = hasWithdrawPassword ? { currentWithdrawPassword } : {}
    const says = { done: () => t`Account deleted`, failed: () => t`Error deleting account`, fields: refusedFields }
    await executeOrder(deletion({ ...placeOf(account, accounts), ...given }), tell, says)
  }
  return (
    <ConfirmDialog
      title={t`Delete this account?`}
      icon={Trash2}
      action={t({ message: 'Delete', context: 'button' })}
      isDangerous
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <b>{name}</b> · <span className={textClass('mono')}>{bankText(account)}</span>
      </p>
      <p>{t`Your earlier withdrawal requests stay as they are.`}</p>
      {hasWithdrawPassword && (
        <PasswordField {...field('currentWithdrawPassword')} label={t`Withdraw password`} autoComplete="off" />
      )}
      {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
    </ConfirmDialog>
  )
}

import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { limits } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button, IconButton } from '@kismet/ui/controls/button.tsx'
import { FieldGroup } from '@kismet/ui/controls/field.tsx'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { formatTime } from '@kismet/ui/format/time.ts'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import ClockAlert from 'lucide-react/icons/clock-alert'
import Lock from 'lucide-react/icons/lock'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { networkErrorText } from '../../core/error-text.ts'
import { AccountDialog, DeleteDialog } from './account-dialogs.tsx'
import { ForgotDialog } from './forgot-dialog.tsx'
import type { Account } from './withdraw-api.ts'
import { useAccounts } from './withdraw-api.ts'
import { AmountForm, useWithdrawForm } from './withdraw-form.tsx'
import styles from './withdraw.module.css'

const { accountsPerPlayer } = limits.withdrawal

interface AccountListProps {
  accounts: readonly Account[]
  chosen: Account | null
  error: string | undefined
  locked: boolean
  onChoose: (accountId: string) => void
  onAdd: () => void
  onEdit: (accountId: string) => void
  onDelete: (accountId: string) => void
}

function AccountRow({
  account: { accountId, name, ifsc, accountNumber, hasWithdrawPassword, usableFrom },
  on,
  bad,
  props: { locked, onChoose, onEdit, onDelete },
}: {
  account: Account
  on: boolean
  bad: boolean
  props: AccountListProps
}): ReactNode {
  return (
    <div className={classNames(styles.account, on && styles.on)}>
      <label>
        <input
          type="radio"
          name="account"
          checked={on}
          disabled={locked}
          aria-invalid={bad || undefined}
          onChange={() => onChoose(accountId)}
        />
        <span className={styles.facts}>
          <b>{name}</b>
          <span className={textClass('small', 'muted')}>
            <span className={textClass('mono')}>{ifsc}</span> ·{' '}
            <span className={textClass('mono')}>••••••{accountNumber.slice(-4)}</span>
          </span>
          {hasWithdrawPassword && (
            <Row as="span" gap={1} className={classNames(textClass('key'), styles.locked)}>
              <Icon of={Lock} size="s" />
              {t`Withdraw password set`}
            </Row>
          )}
          {usableFrom !== undefined && (
            <Row as="span" gap={1} className={classNames(textClass('key'), styles.locked)}>
              <Icon of={ClockAlert} size="s" />
              {t`Withdrawals from ${formatTime(usableFrom)}`}
            </Row>
          )}
        </span>
      </label>
      <IconButton icon={Pencil} label={t`Edit ${name}`} disabled={locked} onClick={() => onEdit(accountId)} />
      <IconButton icon={Trash2} label={t`Delete ${name}`} disabled={locked} onClick={() => onDelete(accountId)} />
    </div>
  )
}

/** The saved accounts: one is chosen, each can be changed and deleted, and one can be added while there is room (spec 2.10). */
function AccountList(props: AccountListProps): ReactNode {
  const { accounts, chosen, error, locked, onAdd } = props
  return (
    <Stack gap={4}>
      <FieldGroup label={t`Bank account · ${accounts.length} of ${accountsPerPlayer} saved`} error={error}>
        {accounts.length === 0 && (
          <p
            className={classNames(textClass('small', 'muted'), styles.none)}
          >{t`First add the bank account that should receive your money.`}</p>
        )}
        {accounts.map((account) => (
          <AccountRow
            key={account.accountId}
            account={account}
            on={account.accountId === chosen?.accountId}
            bad={error !== undefined}
            props={props}
          />
        ))}
      </FieldGroup>
      <Button icon={Plus} disabled={locked || accounts.length >= accountsPerPlayer} onClick={onAdd}>
        {t`Add Account`}
      </Button>
    </Stack>
  )
}

/** What is open over the page, by the id of its account: the list may change meanwhile. */
type Dialog = { kind: 'add' } | { kind: 'edit' | 'delete' | 'forgot'; accountId: string }

function OpenDialog({
  dialog,
  accounts,
  onClose,
}: {
  dialog: Dialog
  accounts: readonly Account[]
  onClose: () => void
}): ReactNode {
  if (dialog.kind === 'add') return <AccountDialog account={null} accounts={accounts} onClose={onClose} />
  const account = accounts.find(({ accountId }) => accountId === dialog.accountId)
  // It was deleted elsewhere meanwhile.
  if (account === undefined) return null
  if (dialog.kind === 'forgot') return <ForgotDialog key={account.accountId} account={account} onClose={onClose} />
  const Shown = dialog.kind === 'edit' ? AccountDialog : DeleteDialog
  return <Shown key={account.accountId} account={account} accounts={accounts} onClose={onClose} />
}

function Desk({ accounts }: { accounts: readonly Account[] }): ReactNode {
  const withdrawal = useWithdrawForm(accounts)
  const { form, account, busy } = withdrawal
  const [dialog, setDialog] = useState<Dialog | null>(null)
  // An answer may come after its own dialog was closed and another one opened: it closes that one no more.
  const close = (own: Dialog): void => setDialog((now) => (now === own ? null : now))
  return (
    <>
      <AccountList
        accounts={accounts}
        chosen={account}
        error={form.errorOf('account')}
        locked={busy}
        onChoose={(accountId) => form.change({ accountId })}
        onAdd={() => setDialog({ kind: 'add' })}
        onEdit={(accountId) => setDialog({ kind: 'edit', accountId })}
        onDelete={(accountId) => setDialog({ kind: 'delete', accountId })}
      />
      <AmountForm withdrawal={withdrawal} onForgot={(accountId) => setDialog({ kind: 'forgot', accountId })} />
      {dialog && <OpenDialog dialog={dialog} accounts={accounts} onClose={() => close(dialog)} />}
    </>
  )
}

const none: readonly Account[] = []
const rowsOfRoom = 9

/** Where the money goes, and how much of it (spec 2.10). As long as the accounts are not known it is drawn with none and not shown: so much room it needs at least. */
export function WithdrawDesk(): ReactNode {
  const { data, error, isFetching, refetch } = useAccounts({}, { refetchOnMountOrArgChange: true })
  const isWaiting = !data && !error
  // Not by `QueryState`: the desk stays in place when the accounts arrive, so that an open dialog does too.
  return (
    <section className={classNames(panelClass, styles.desk, isWaiting && styles.waiting)} aria-label={t`Withdrawal`}>
      {data && error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      {(data !== undefined || isWaiting) && <Desk accounts={data?.accounts ?? none} />}
      {!data && error && <ErrorState title={networkErrorText()} busy={isFetching} onRetry={() => void refetch()} />}
      {isWaiting && <Skeleton rows={rowsOfRoom} />}
    </section>
  )
}

import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { classNames } from '@kismet/ui/class-names.ts'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { networkErrorText } from '../../core/error-text.ts'
import { AccountDialog, DeleteDialog } from './account-dialogs.tsx'
import { AccountList } from './account-list.tsx'
import { useWithdrawForm } from './use-withdraw-form.ts'
import type { Account } from './withdraw-api.ts'
import { useListAccountsQuery } from './withdraw-api.ts'
import { AmountForm } from './withdraw-form.tsx'
import styles from './withdraw.module.css'

/** What is open over the page, by the id of its account: the list may change meanwhile. */
type Dialog = { kind: 'add' } | { kind: 'edit' | 'delete'; accountId: string }

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
  const Shown = dialog.kind === 'edit' ? AccountDialog : DeleteDialog
  return <Shown key={account.accountId} account={account} accounts={accounts} onClose={onClose} />
}

function Desk({ accounts }: { accounts: readonly Account[] }): ReactNode {
  const form = useWithdrawForm(accounts)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  // An answer may come after its own dialog was closed and another one opened: it closes that one no more.
  const close = (own: Dialog): void => setDialog((now) => (now === own ? null : now))
  return (
    <>
      <AccountList
        accounts={accounts}
        chosen={form.account}
        error={form.errorOf('account')}
        locked={form.busy}
        onChoose={(accountId) => form.change({ accountId })}
        onAdd={() => setDialog({ kind: 'add' })}
        onEdit={(accountId) => setDialog({ kind: 'edit', accountId })}
        onDelete={(accountId) => setDialog({ kind: 'delete', accountId })}
      />
      <AmountForm form={form} />
      {dialog && <OpenDialog dialog={dialog} accounts={accounts} onClose={() => close(dialog)} />}
    </>
  )
}

const none: readonly Account[] = []
const rowsOfRoom = 9

/** Where the money goes, and how much of it (spec 2.10). As long as the accounts are not known it is drawn with none and not shown: so much room it needs at least. */
export function WithdrawDesk(): ReactNode {
  const { data, error, isFetching, refetch } = useListAccountsQuery({}, { refetchOnMountOrArgChange: true })
  const isWaiting = !data && !error
  return (
    <section className={classNames(panelClass, styles.desk, isWaiting && styles.waiting)} aria-label={t`Withdrawal`}>
      {data && error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      {(data !== undefined || isWaiting) && <Desk accounts={data?.accounts ?? none} />}
      {!data && error && <ErrorState title={networkErrorText()} busy={isFetching} onRetry={() => void refetch()} />}
      {isWaiting && <Skeleton rows={rowsOfRoom} />}
    </section>
  )
}

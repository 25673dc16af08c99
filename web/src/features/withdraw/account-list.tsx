import { limits } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button, IconButton } from '@kismet/ui/controls/button.tsx'
import { FieldGroup } from '@kismet/ui/controls/field.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import Lock from 'lucide-react/icons/lock'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import type { Account } from './withdraw-api.ts'
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
  account: { accountId, name, ifsc, accountNumber, hasWithdrawPassword },
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
        </span>
      </label>
      <IconButton icon={Pencil} label={t`Edit ${name}`} disabled={locked} onClick={() => onEdit(accountId)} />
      <IconButton icon={Trash2} label={t`Delete ${name}`} disabled={locked} onClick={() => onDelete(accountId)} />
    </div>
  )
}

/** The saved accounts: one is chosen, each can be changed and deleted, and one can be added while there is room (spec 2.10). */
export function AccountList(props: AccountListProps): ReactNode {
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

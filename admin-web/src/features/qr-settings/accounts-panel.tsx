import { orderPayTo, switchPayTo } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button, IconButton } from '@kismet/ui/controls/button.tsx'
import { confirm, openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ClockAlert from 'lucide-react/icons/clock-alert'
import Eye from 'lucide-react/icons/eye'
import Plus from 'lucide-react/icons/plus'
import Power from 'lucide-react/icons/power'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Column, Table } from '../../core/table/table.ts'
import { wholeListing } from '../../core/table/table.ts'
import { useWholeChange } from '../../entities/notices/use-change.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { usePayToAccounts } from '../../entities/site/payment-settings.ts'
import { AccountForm } from './account-form.tsx'
import { effectText, kindWords, limitText } from './account-words.ts'
import { freshly, useRefetchOnFocus } from './keep-fresh.ts'
import type { PayToAccount, Terms } from './pay-to-api.ts'
import { staleAccounts } from './pay-to-api.ts'
import styles from './qr-settings.module.css'

/** An account with the values that it has or will have. */
interface Listed {
  readonly account: PayToAccount
  readonly terms: Terms
}

const lost = 'Your change may still have gone through. The page shows the present state.'

/** Whether players see the account. */
function State({ account: { isOn, inUse, proposed, today } }: Pick<Listed, 'account'>): ReactNode {
  if (inUse === null) return <Tag icon={ClockAlert}>waits</Tag>
  const isFull = isOn && inUse.dailyLimit !== null && today >= inUse.dailyLimit
  return (
    <Row as="span" gap={1} wrap>
      {isFull ? <Tag tone="warn">limit reached</Tag> : isOn ? <Tag tone="good">on</Tag> : <Tag>off</Tag>}
      {proposed && <Tag icon={ClockAlert}>change waits</Tag>}
    </Row>
  )
}

const columns: readonly Column<Listed>[] = [
  {
    title: 'Account',
    text: ({ terms }) => terms.address ?? 'QR image alone',
    cell: ({ terms }) => (
      <span className={styles.account}>
        <b className={textClass('mono')}>{terms.address ?? 'QR image alone'}</b>
        <span className={textClass('small', 'mute')}>
          {kindWords[terms.kind]}
          {terms.name !== '' && ` · ${terms.name}`}
        </span>
      </span>
    ),
    place: 'head',
  },
  { title: 'Methods', text: ({ terms }) => terms.methods.join(', '), place: 'line' },
  { title: 'Today', text: ({ account }) => formatRupees(account.today), isNumber: true },
  { title: 'Daily limit', text: ({ terms }) => limitText(terms.dailyLimit), isNumber: true },
  {
    title: 'State',
    text: ({ account }) => (account.isOn ? 'on' : 'off'),
    cell: (row) => <State {...row} />,
    place: 'end',
  },
]

/** What an owner can do with the account at one place of the order. */
function useAccountActions(accounts: readonly PayToAccount[], delayHours: number, refetch: () => PromiseLike<unknown>) {
  const { busy, change } = useWholeChange(refetch, ...staleAccounts)
  const isFirst = accounts.every(({ inUse }) => inUse === null)
  const open = (account: PayToAccount | null) =>
    void openDialog((onClose) => <AccountForm {...{ account, isFirst, delayHours, onClose }} />)
  const move = (at: number, by: -1 | 1) => {
    const ids = accounts.map(({ _id }) => _id)
    const [moved] = ids.splice(at, 1)
    if (moved !== undefined) ids.splice(at + by, 0, moved)
    return change(orderPayTo, { ids }, 'The order is saved.', lost)
  }
  const turn = ({ _id: id, version, inUse }: PayToAccount, isOn: boolean) =>
    void confirm({
      title: isOn ? 'Switch this account on?' : 'Switch this account off?',
      ...{ icon: Power, action: isOn ? 'Switch on' : 'Switch off', isDangerous: !isOn },
      body: (
        <p>
          <b className={textClass('strong')}>{inUse?.address}</b>:{' '}
          {isOn
            ? effectText(false, delayHours)
            : 'players no longer see this account. A waiting change of this account is withdrawn.'}
        </p>
      ),
      run: () =>
        change(switchPayTo, { id, version, isOn }, isOn ? 'The change is saved.' : 'The account is off.', lost),
    })
  return { busy, open, move, turn }
}

/** Where players pay to, in the order in which accounts are shown. */
export function AccountsPanel(): ReactNode {
  const result = usePayToAccounts({}, freshly)
  useRefetchOnFocus(result.refetch)
  const { role } = useAdmin()
  const may = mayCall(switchPayTo.route, role)
  const { accounts = [], delayHours = 0 } = result.currentData ?? {}
  const { busy, open, move, turn } = useAccountActions(accounts, delayHours, result.refetch)
  const actions: Column<Listed> = {
    title: 'Actions',
    text: () => '',
    place: 'line',
    cell: ({ account }) => {
      const at = accounts.indexOf(account)
      const name = account.inUse?.address ?? 'the account'
      return (
        <Row as="span" gap={2} wrap>
          <IconButton
            icon={ArrowUp}
            label={`Move ${name} up`}
            disabled={busy || at === 0}
            onClick={() => void move(at, -1)}
          />
          <IconButton
            {...{ icon: ArrowDown, label: `Move ${name} down`, disabled: busy || at === accounts.length - 1 }}
            onClick={() => void move(at, 1)}
          />
          {account.inUse && <Button onClick={() => open(account)}>Change</Button>}
          {account.inUse && (
            <Button onClick={() => turn(account, !account.isOn)}>{account.isOn ? 'Switch off' : 'Switch on'}</Button>
          )}
        </Row>
      )
    },
  }
  const table: Table<Listed> = {
    ...{ label: 'Pay-to accounts', what: 'the accounts', idOf: ({ account }) => account._id },
    columns: may ? [...columns, actions] : columns,
  }
  const listing = wholeListing(result, (data) =>
    data.accounts.flatMap((account) => {
      const terms = account.inUse ?? account.proposed
      return terms === null ? [] : [{ account, terms }]
    }),
  )
  const add = (
    <Button kind="primary" icon={Plus} disabled={result.currentData === undefined} onClick={() => open(null)}>
      Add account
    </Button>
  )
  return (
    <Panel
      title="Pay-to accounts"
      note="players see the first one that serves their method and has room, or else the one that is filled least"
      end={may ? add : <Tag icon={Eye}>read only</Tag>}
      flush
    >
      <DataTable
        table={table}
        listing={listing}
        usualRows={2}
        empty={{ icon: Wallet, title: 'No account yet', children: 'Players cannot pay before you add an account.' }}
      />
    </Panel>
  )
}

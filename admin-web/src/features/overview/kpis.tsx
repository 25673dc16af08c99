import { limits } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import Landmark from 'lucide-react/icons/landmark'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { Amount, formatCount } from '../../core/format/amount.tsx'
import { formatMoment } from '../../core/format/time.ts'
import { useListPendingQuery } from '../../entities/queue/deposits-api.ts'
import { useGetLedgerStateQuery } from '../../entities/site/settings-api.ts'
import { useGetOnlineUsersQuery } from '../../entities/site/site-api.ts'
import styles from './overview.module.css'

function Kpi({
  icon,
  name,
  children,
  note,
}: {
  icon: Glyph
  name: string
  children: ReactNode
  note: ReactNode
}): ReactNode {
  return (
    <div>
      <dt>
        <Icon of={icon} size="s" />
        {name}
      </dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.remark}>{note}</dd>
    </div>
  )
}

const unknown = '-'

/** The figures of the moment. What is not known is a dash, never a guess. */
export function Kpis({ ledgerPollMs }: { ledgerPollMs: number }): ReactNode {
  const { data: online } = useGetOnlineUsersQuery({}, { pollingInterval: limits.onlineUsersPollMs })
  const { data: queue } = useListPendingQuery({})
  const { data: ledger } = useGetLedgerStateQuery({}, { pollingInterval: ledgerPollMs })
  const waitingPaise = queue?.deposits.reduce((sum, { amount }) => sum + amount, 0)
  const isWhole = queue === undefined || queue.deposits.length === queue.pending
  return (
    <dl className={styles.kpis}>
      <Kpi icon={Users} name="Online users" note="players with the casino open">
        {online ? formatCount(online.count) : unknown}
      </Kpi>
      <Kpi
        icon={ArrowDownToLine}
        name="Deposits waiting"
        note={
          waitingPaise === undefined
            ? unknown
            : `${isWhole ? '' : 'the oldest '}${formatRupees(waitingPaise)}${isWhole ? ' in all' : ''}`
        }
      >
        {queue ? formatCount(queue.pending) : unknown}
      </Kpi>
      <Kpi
        icon={Wallet}
        name="Player balances"
        note={ledger ? `${formatRupees(ledger.heldTotal)} held for withdrawals` : unknown}
      >
        {ledger ? <Amount paise={ledger.playersTotal} /> : unknown}
      </Kpi>
      <Kpi
        icon={Landmark}
        name="House"
        note={ledger?.checkedAt ? `by the ledger, ${formatMoment(ledger.checkedAt)}` : 'by the ledger'}
      >
        {ledger ? <Amount paise={ledger.houseTotal} /> : unknown}
      </Kpi>
    </dl>
  )
}

import { asCallError } from '@kismet/app-kit/call-error.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../core/format/amount.tsx'
import { useServerNow } from '../../entities/site/use-now.ts'
import { LiveBadge } from '../../entities/live/live-badge.tsx'
import { errorDetail } from '../../core/error-text.ts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { paths, requestPath } from '../../core/paths.ts'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { useListPendingQuery } from '../../entities/queue/deposits-api.ts'
import styles from './overview.module.css'

const rowsShown = 6

function WaitingRow({ deposit, nowMs }: { deposit: AdminDeposit; nowMs: number }): ReactNode {
  const { _id, user, method, amount, createdAt } = deposit
  return (
    <li>
      <Link to={requestPath('deposit', _id)}>
        <AgeTag kind="deposit" ageMs={nowMs - Date.parse(createdAt)} />
        <span className={styles.who} title={user.email}>
          {user.email}
        </span>
        <span className={styles.method}>{method}</span>
        <b>{formatRupees(amount)}</b>
        <Icon of={ChevronRight} size="s" />
      </Link>
    </li>
  )
}

function WaitingList(): ReactNode {
  const { data, error, refetch, isFetching } = useListPendingQuery({})
  const nowMs = useServerNow(1_000)
  if (data && data.deposits.length > 0)
    return (
      <ol className={styles.waiting}>
        {data.deposits.slice(0, rowsShown).map((deposit) => (
          <WaitingRow key={deposit._id} deposit={deposit} nowMs={nowMs} />
        ))}
      </ol>
    )
  if (data)
    return (
      <EmptyState icon={Inbox} title="Nothing is waiting">
        New requests appear here by themselves.
      </EmptyState>
    )
  if (error)
    return (
      <ErrorState
        icon={CircleAlert}
        title="Failed to load deposit requests"
        busy={isFetching}
        onRetry={() => void refetch()}
      >
        {errorDetail(asCallError(error))}
      </ErrorState>
    )
  return <Skeleton look="table" rows={4} label="Loading deposit requests" />
}

/** The oldest requests, each a way to its decision. */
export function WaitingPanel(): ReactNode {
  const { data } = useListPendingQuery({})
  const more = data ? data.pending - Math.min(data.deposits.length, rowsShown) : 0
  return (
    <Panel
      title="Waiting for you"
      note="deposits, oldest first"
      end={<LiveBadge />}
      flush
      foot={
        <>
          <span>{more > 0 ? `${formatCount(more)} more` : 'Amber from 5 minutes, red from 15.'}</span>
          <Link className={`link ${styles.toQueue ?? ''}`} to={paths.deposits}>
            Open the queue
          </Link>
        </>
      }
    >
      <div className={styles.room}>
        <WaitingList />
      </div>
    </Panel>
  )
}

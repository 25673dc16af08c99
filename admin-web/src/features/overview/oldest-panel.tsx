import { formatRupees } from '@kismet/ui/format/money.ts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { RequestKind } from '@kismet/contracts'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../core/format/amount.tsx'
import { requestPath } from '../../core/paths.ts'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import type { QueueRequest } from '../../entities/queue/request.ts'
import { useServerNow } from '../../entities/site/use-now.ts'
import styles from './overview.module.css'
import type { Queue } from './use-queues.ts'
import { useQueues } from './use-queues.ts'

const rowsShown = 6
const wordOf: Readonly<Record<RequestKind, string>> = { deposit: 'Deposit', withdrawal: 'Withdrawal' }

interface WaitingRequest {
  readonly kind: RequestKind
  readonly request: QueueRequest
}

function rowsOf(queues: Readonly<Record<RequestKind, Queue>>): WaitingRequest[] {
  const of = (kind: RequestKind): WaitingRequest[] =>
    (queues[kind].requests ?? []).map((request) => ({ kind, request }))
  return [...of('deposit'), ...of('withdrawal')]
    .sort((one, other) => Date.parse(one.request.createdAt) - Date.parse(other.request.createdAt))
    .slice(0, rowsShown)
}

function Row({ kind, request, nowMs }: WaitingRequest & { nowMs: number }): ReactNode {
  const { _id, user, amount, createdAt } = request
  return (
    <li>
      <Link to={requestPath(kind, _id)}>
        <AgeTag kind={kind} ageMs={nowMs - Date.parse(createdAt)} />
        <span className={styles.who} title={user.email}>
          {user.email}
        </span>
        <span className={styles.method}>{wordOf[kind]}</span>
        <b>{formatRupees(amount)}</b>
        <Icon of={ChevronRight} size="s" />
      </Link>
    </li>
  )
}

function Rows({ rows, lost, isLoading }: { rows: WaitingRequest[]; lost: Queue[]; isLoading: boolean }): ReactNode {
  const nowMs = useServerNow(1_000)
  if (rows.length > 0)
    return (
      <ol className={styles.waiting}>
        {rows.map((row) => (
          <Row key={row.request._id} {...row} nowMs={nowMs} />
        ))}
      </ol>
    )
  if (lost.length > 0)
    return (
      <ErrorState
        icon={CircleAlert}
        title="Failed to load pending requests"
        busy={false}
        onRetry={() => lost.forEach(({ refetch }) => refetch())}
      >
        Payments does not answer. All pending requests are safe.
      </ErrorState>
    )
  if (isLoading) return <Skeleton look="table" rows={4} label="Loading pending requests" />
  return (
    <EmptyState icon={Inbox} title="No pending requests">
      New requests appear here automatically.
    </EmptyState>
  )
}

/** The oldest requests of both queues, each a way to its decision. */
export function OldestPanel(): ReactNode {
  const { deposits, withdrawals } = useQueues()
  const queues = [deposits, withdrawals]
  const rows = rowsOf({ deposit: deposits, withdrawal: withdrawals })
  const lost = queues.filter(({ isLost }) => isLost)
  const isLoading = queues.some(({ requests, isLost }) => requests === undefined && !isLost)
  const more = queues.reduce((sum, { pending = 0 }) => sum + pending, 0) - rows.length
  const told = lost.length > 0 ? 'stale: payments does not answer' : 'deposits and withdrawals, oldest first'
  return (
    <Panel title="Oldest requests" note={told} flush foot={more > 0 ? `${formatCount(more)} more` : undefined}>
      <div className={styles.room}>
        <Rows rows={rows} lost={lost} isLoading={isLoading} />
      </div>
    </Panel>
  )
}

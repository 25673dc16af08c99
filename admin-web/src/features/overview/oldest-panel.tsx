import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { RequestKind } from '@kismet/contracts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { requestPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { amountColumn, loadedListing } from '../../core/table/table.ts'
import type { Table } from '../../core/table/table.ts'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import type { QueueRequest } from '../../entities/queue/request.ts'
import { useServerNow } from '../../core/use-now.ts'
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
  return (['deposit', 'withdrawal'] as const)
    .flatMap((kind) => (queues[kind].requests ?? []).map((request) => ({ kind, request })))
    .sort((one, other) => Date.parse(one.request.createdAt) - Date.parse(other.request.createdAt))
    .slice(0, rowsShown)
}

const table: Table<WaitingRequest> = {
  label: 'Oldest requests',
  what: 'pending requests',
  idOf: ({ request }) => request._id,
  columns: [
    { title: 'Player', text: ({ request }) => request.user.email, place: 'head' },
    { title: 'Kind', text: ({ kind }) => wordOf[kind] },
    amountColumn('Amount', ({ request }) => request.amount),
    {
      title: 'Waiting',
      text: ({ request }) => request.createdAt,
      cell: ({ kind, request }, nowMs) => <AgeTag kind={kind} ageMs={nowMs - Date.parse(request.createdAt)} />,
      place: 'end',
    },
  ],
}

/** The oldest requests of both queues, each a way to its decision. */
export function OldestPanel(): ReactNode {
  const byKind = useQueues()
  const nowMs = useServerNow(1_000)
  const queues = Object.values(byKind)
  const lost = queues.filter(({ isFailed }) => isFailed)
  const isLoading = queues.some(({ requests, isFailed }) => requests === undefined && !isFailed)
  // Rows of one queue would move when those of the other come between them.
  const rows = isLoading ? [] : rowsOf(byKind)
  const more = queues.reduce((sum, { pending = 0 }) => sum + pending, 0) - rows.length
  const told = lost.length > 0 ? 'stale: payments does not answer' : 'deposits and withdrawals, oldest first'
  return (
    <Panel title="Oldest requests" note={told} flush foot={more > 0 ? `${formatCount(more)} more` : undefined}>
      <div className={styles.oldest}>
        {rows.length === 0 && lost.length > 0 ? (
          <ErrorState
            icon={CircleAlert}
            title="Failed to load pending requests"
            busy={false}
            onRetry={() => lost.forEach(({ refetch }) => refetch())}
          >
            Payments does not answer. All pending requests are safe.
          </ErrorState>
        ) : (
          <DataTable
            table={table}
            listing={{ ...loadedListing(rows), known: !isLoading }}
            nowMs={nowMs}
            toOf={({ kind, request }) => requestPath(kind, request._id)}
            empty={{ icon: Inbox, title: 'No pending requests', children: 'New requests appear here automatically.' }}
          />
        )}
      </div>
    </Panel>
  )
}

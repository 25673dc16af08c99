import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { RequestKind } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay, formatMinute } from '../../core/format/time.ts'
import { requestPath } from '../../core/paths.ts'
import { askingFor } from '../../core/person-poll.ts'
import { PagedTable } from '../../core/table/paged-table.tsx'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { listingOf } from '../../core/table/table.ts'
import type { AdminDeposit, DepositQuery } from '../../entities/queue/deposits-api.ts'
import { useDepositsState, useListDepositsInfiniteQuery } from '../../entities/queue/deposits-api.ts'
import type { QueueRequest } from '../../entities/queue/request.ts'
import { useListPlayerWithdrawalsInfiniteQuery, usePlayerWithdrawalsState } from './players-api.ts'
import type { Withdrawal } from './players-api.ts'

/** A request among its own columns: when, how much, where it leads to, and what became of it. */
function columnsOf<Request extends QueueRequest>(
  kind: RequestKind,
  own: readonly PlainColumn<Request>[],
  reasonOf: (request: Request) => string | null,
): readonly PlainColumn<Request>[] {
  return [
    {
      title: 'Asked',
      text: ({ createdAt }) => createdAt,
      cell: ({ _id, createdAt, status }) => (
        <Link className="link" to={requestPath(kind, _id, status === 'pending' ? undefined : 'all')}>
          {formatMinute(createdAt)}
        </Link>
      ),
      place: 'head',
    },
    ...own,
    {
      title: 'Amount',
      text: ({ amount }) => String(amount / 100),
      cell: ({ amount }) => <b>{formatRupees(amount)}</b>,
      isNumber: true,
      place: 'end',
    },
    { title: 'Status', text: ({ status }) => status, cell: ({ status }) => <StatusTag status={status} /> },
    {
      title: 'Decided',
      text: ({ decidedAt, decidedBy }) => (decidedAt === null ? '-' : `${formatDay(decidedAt)}, ${decidedBy ?? '-'}`),
    },
    { title: 'Reason', text: (request) => reasonOf(request) ?? '-', place: 'line' },
  ]
}

const depositColumns = columnsOf<AdminDeposit>(
  'deposit',
  [
    { title: 'Method', text: ({ method }) => method },
    {
      title: 'UTR',
      text: ({ utr }) => utr,
      cell: ({ utr }) => (
        <>
          <span className="mono">{utr}</span> <Copied text={utr} label="Copy UTR" />
        </>
      ),
      place: 'line',
    },
  ],
  ({ adminReason }) => adminReason,
)
const withdrawalColumns = columnsOf<Withdrawal>(
  'withdrawal',
  [
    {
      title: 'Account',
      text: ({ account: { name, accountNumber } }) => `${name}, ••${accountNumber.slice(-4)}`,
      place: 'line',
    },
  ],
  ({ rejectionReason }) => rejectionReason,
)

/** What a player has asked to pay in; each leads to its desk. */
export function PlayerDeposits({ id }: { id: string }): ReactNode {
  const query: DepositQuery = { player: id, sort: 'createdAt' }
  const { currentData } = useDepositsState(query)
  const listing = listingOf(useListDepositsInfiniteQuery(query, askingFor(currentData)), ({ requests }) => requests)
  return (
    <PagedTable
      label="Deposits"
      columns={depositColumns}
      listing={listing}
      idOf={({ _id }) => _id}
      empty="No deposits"
    />
  )
}

/** What a player has asked to be paid; each leads to its desk. */
export function PlayerWithdrawals({ id }: { id: string }): ReactNode {
  const { currentData } = usePlayerWithdrawalsState(id)
  const result = useListPlayerWithdrawalsInfiniteQuery(id, askingFor(currentData))
  const listing = listingOf(result, ({ withdrawals }) => withdrawals)
  return (
    <PagedTable
      label="Withdrawals"
      columns={withdrawalColumns}
      listing={listing}
      idOf={({ _id }) => _id}
      empty="No withdrawals"
    />
  )
}

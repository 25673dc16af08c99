import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { RequestKind } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { formatDay, formatMinute } from '../../core/format/time.ts'
import { requestPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Column, Table } from '../../core/table/table.ts'
import { amountColumn } from '../../core/table/table.ts'
import { usePolledPages } from '../../core/table/use-pages.ts'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { listDeposits } from '../../entities/queue/deposits-api.ts'
import type { QueueRequest } from '../../entities/queue/request.ts'
import type { AdminWithdrawal } from '../../entities/queue/withdrawals-api.ts'
import { listWithdrawals } from '../../entities/queue/withdrawals-api.ts'

/** A request among its own columns: when, how much, where it leads to, and what became of it. */
function columnsOf<Request extends QueueRequest>(
  kind: RequestKind,
  own: readonly Column<Request>[],
  reasonOf: (request: Request) => string | null,
): readonly Column<Request>[] {
  return [
    {
      title: 'Asked',
      text: ({ createdAt }) => createdAt,
      cell: ({ _id, createdAt, status }) => (
        <TextLink to={requestPath(kind, _id, status === 'pending' ? undefined : 'all')}>
          {formatMinute(createdAt)}
        </TextLink>
      ),
      place: 'head',
    },
    ...own,
    amountColumn('Amount', ({ amount }) => amount, {
      cell: ({ amount }) => <b>{formatRupees(amount)}</b>,
      place: 'end',
    }),
    { title: 'Status', text: ({ status }) => status, cell: ({ status }) => <StatusTag status={status} /> },
    {
      title: 'Decided',
      text: ({ decidedAt, decidedBy }) => (decidedAt === null ? '-' : `${formatDay(decidedAt)}, ${decidedBy ?? '-'}`),
    },
    { title: 'Reason', text: (request) => reasonOf(request) ?? '-', place: 'line' },
  ]
}

const deposits: Table<AdminDeposit> = {
  label: 'Deposits',
  what: 'the deposits',
  idOf: ({ _id }) => _id,
  columns: columnsOf<AdminDeposit>(
    'deposit',
    [
      { title: 'Method', text: ({ method }) => method },
      {
        title: 'UTR',
        text: ({ utr }) => utr,
        cell: ({ utr }) => (
          <>
            <span className={textClass('mono')}>{utr}</span> <Copied text={utr} label="Copy UTR" />
          </>
        ),
        place: 'line',
      },
    ],
    ({ adminReason }) => adminReason,
  ),
}
const withdrawals: Table<AdminWithdrawal> = {
  label: 'Withdrawals',
  what: 'the withdrawals',
  idOf: ({ _id }) => _id,
  columns: columnsOf<AdminWithdrawal>(
    'withdrawal',
    [
      {
        title: 'Account',
        text: ({ account: { name, accountNumber } }) => `${name}, ••${accountNumber.slice(-4)}`,
        place: 'line',
      },
    ],
    ({ rejectionReason }) => rejectionReason,
  ),
}

/** The deposit requests of a player; each leads to its desk. */
export function PlayerDeposits({ id }: { id: string }): ReactNode {
  const query = { player: id, sort: 'createdAt' } as const
  const listing = usePolledPages(listDeposits, query, ({ requests }) => requests)
  return <DataTable table={deposits} listing={listing} empty={{ icon: ReceiptText, title: 'No deposits' }} />
}

/** The withdrawal requests of a player; each leads to its desk. */
export function PlayerWithdrawals({ id }: { id: string }): ReactNode {
  const query = { player: id, sort: 'createdAt' } as const
  const listing = usePolledPages(listWithdrawals, query, ({ requests }) => requests)
  return <DataTable table={withdrawals} listing={listing} empty={{ icon: ReceiptText, title: 'No withdrawals' }} />
}

import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { entriesPath } from '../../core/paths.ts'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { PlainTable } from '../../core/table/plain-table.tsx'
import { listingOf } from '../../core/table/table.ts'
import { momentText } from './moments.ts'
import type { BetEntry } from './rounds-api.ts'
import { useListBetEntriesInfiniteQuery } from './rounds-api.ts'
import styles from './rounds.module.css'

const columns: readonly PlainColumn<BetEntry>[] = [
  { title: 'No.', text: ({ sequence }) => String(sequence), isNumber: true },
  { title: 'Time', text: ({ at }) => momentText(at) },
  { title: 'Kind', text: ({ kind }) => kind, place: 'head' },
  {
    title: 'Balance',
    text: ({ amount }) => formatNet(amount),
    cell: ({ amount }) => <span className={classNames(amount < 0 && styles.down)}>{formatNet(amount)}</span>,
    place: 'end',
    isNumber: true,
  },
  { title: 'House', text: ({ sides }) => formatNet(sides.house), isNumber: true },
  { title: 'Balance after', text: ({ balanceAfter }) => formatRupees(balanceAfter), isNumber: true },
]

function Rows({ betId }: { betId: string }): ReactNode {
  const { rows, known, error, busy, retry, more } = listingOf(
    useListBetEntriesInfiniteQuery(betId),
    ({ entries }) => entries,
  )
  if (error)
    return (
      <ErrorState icon={CircleAlert} title="Failed to load the entries" busy={busy} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  if (!known) return <Skeleton look="table" rows={2} label="Loading entries" />
  if (rows.length === 0)
    return (
      <EmptyState icon={ReceiptText} title="No entries">
        The ledger holds nothing about this bet.
      </EmptyState>
    )
  return (
    <>
      <PlainTable label="Ledger entries" columns={columns} rows={rows} idOf={({ _id }) => _id} />
      {more && (
        <Button busy={busy} onClick={more}>
          Older
        </Button>
      )}
    </>
  )
}

/** What the ledger holds about a bet. */
export function BetEntries({ betId }: { betId: string }): ReactNode {
  return (
    <Panel
      title="Ledger entries"
      end={
        <Link className="link" to={entriesPath({ reference: betId })}>
          In the ledger
        </Link>
      }
      flush
    >
      <Rows betId={betId} />
    </Panel>
  )
}

import type { AdminEntry } from '@kismet/contracts'
import { classNames } from '@kismet/ui/class-names.ts'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { entriesPath } from '../../core/paths.ts'
import { PagedTable } from '../../core/table/paged-table.tsx'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { useEntries } from '../../entities/ledger/entries-api.ts'
import { momentText } from './moments.ts'
import styles from './rounds.module.css'

const columns: readonly PlainColumn<AdminEntry>[] = [
  { title: 'No.', text: ({ sequence }) => String(sequence), isNumber: true, place: 'desk' },
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

/** What the ledger holds about a bet. */
export function BetEntries({ betId }: { betId: string }): ReactNode {
  const listing = useEntries({ reference: betId })
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
      <PagedTable label="Ledger entries" columns={columns} listing={listing} idOf={({ _id }) => _id} empty="No entries">
        No ledger entries for this bet.
      </PagedTable>
    </Panel>
  )
}

import type { AdminEntry } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { entriesPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Table } from '../../core/table/table.ts'
import { useEntries } from '../../entities/ledger/entries-api.ts'
import { momentText } from './moments.ts'
import styles from './rounds.module.css'

const table: Table<AdminEntry> = {
  label: 'Ledger entries',
  what: 'the ledger entries',
  idOf: ({ _id }) => _id,
  columns: [
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
  ],
}

/** What the ledger holds about a bet. */
export function BetEntries({ betId }: { betId: string }): ReactNode {
  const listing = useEntries({ reference: betId })
  return (
    <Panel
      title="Ledger entries"
      end={
        <Link className={textClass('link')} to={entriesPath({ reference: betId })}>
          In the ledger
        </Link>
      }
      flush
    >
      <DataTable
        table={table}
        listing={listing}
        empty={{ icon: ReceiptText, title: 'No entries', children: 'No ledger entries for this bet.' }}
      />
    </Panel>
  )
}

import { adminListEntries, exportEntries } from '@kismet/contracts'
import type { AdminEntry, Input } from '@kismet/contracts'
import { netClass, textClass } from '@kismet/ui/class-names.ts'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TextLink } from '../../core/text-link.tsx'
import { correctionPath, entriesPath, roundsPath } from '../../core/paths.ts'
import { DateRange } from '../../core/date-range.tsx'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Column, Listing, Table } from '../../core/table/table.ts'
import { timeColumn } from '../../core/table/table.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { usePolledPages } from '../../core/table/use-pages.ts'
import { ExportButtons } from '../queue/export-buttons.tsx'
import { pagesOf } from '../session/from-contract.ts'
import styles from './entries.module.css'

type EntryQuery = Pick<Input<typeof adminListEntries>, 'playerId' | 'reference' | 'from' | 'to'>

const listEntries = pagesOf(adminListEntries, {
  limit: 20,
  // A decision books entries, as it changes the balance beside them. Later pages stay as they were read.
  providesTags: (read) => (read?.pages.length === 1 ? ['Entries', 'Hints'] : ['Entries']),
})

/** What the ledger holds, newest first. Entries of a player are polled as the balances beside them are. */
export const useEntries = (query: EntryQuery): Listing<AdminEntry> =>
  usePolledPages(listEntries, query, ({ entries }) => entries, query.playerId !== undefined)

/** Whose entries: of a player, or about one bet, deposit, withdrawal or correction. */
export type EntriesBy = 'player' | 'reference'

/** What an entry moved beside the balance, in words. */
function movesOf({ sides }: AdminEntry): string {
  const words = { open: 'open stakes', held: 'held', house: 'house', outside: 'cash', bonus: 'bonuses' } as const
  const moves = (Object.keys(words) as (keyof typeof words)[]).filter((side) => sides[side] !== 0)
  return moves.map((side) => `${words[side]} ${formatNet(sides[side])}`).join(', ')
}

/** What an entry does to the balance: an entry that adds is green, one that takes is red. */
export const changeColumn: Column<AdminEntry> = {
  title: 'Change',
  text: ({ amount }) => formatNet(amount),
  cell: ({ amount }) => <span className={netClass(amount)}>{formatNet(amount)}</span>,
  place: 'end',
  isNumber: true,
}

const table: Table<AdminEntry> = {
  label: 'Entries',
  what: 'the entries',
  idOf: ({ _id }) => _id,
  columns: [
    { title: 'No.', text: ({ sequence }) => String(sequence), isNumber: true },
    timeColumn('Time', ({ at }) => at),
    { title: 'Kind', text: ({ kind, game }) => (game === null ? kind : `${kind} · ${game}`), place: 'head' },
    changeColumn,
    { title: 'Balance after', text: ({ balanceAfter }) => formatRupees(balanceAfter), isNumber: true },
    {
      title: 'Other accounts',
      text: movesOf,
      cell: (entry) => (
        <>
          {movesOf(entry)}
          {entry.note !== null && <small className={styles.note}>{entry.note}</small>}
        </>
      ),
      place: 'line',
    },
    {
      title: 'About',
      text: ({ reference }) => reference,
      cell: ({ reference, game, kind }) => (
        <>
          <Link className={textClass('link', 'mono')} title={reference} to={entriesPath({ reference })}>
            …{reference.slice(-6)}
          </Link>
          {kind === 'correction' && (
            <>
              {' '}
              <TextLink to={correctionPath(reference)}>Correction</TextLink>
            </>
          )}
          {game !== null && (
            <>
              {' '}
              <TextLink to={roundsPath(reference)}>Replay</TextLink>
            </>
          )}
        </>
      ),
      place: 'line',
    },
  ],
}

const datedTable = { columns: [], filters: [], dated: 'Booked' }

/** What the ledger holds of a player, newest first, or about one thing. */
export function Entries({ by, id }: { by: EntriesBy; id: string }): ReactNode {
  const { days, setDays } = useTableState(datedTable, false)
  const listing = useEntries(by === 'player' ? { playerId: id, ...days } : { reference: id })
  return (
    <>
      {by === 'player' && (
        <Row wrap gap={2} className={styles.days}>
          <DateRange title="Booked" days={days} onDays={setDays} />
          <ExportButtons file={exportEntries} query={{ playerId: id, ...days }} what="list of entries" />
        </Row>
      )}
      <DataTable
        table={table}
        listing={listing}
        empty={{
          icon: ReceiptText,
          title: 'No entries',
          children: `No ledger entries for this ${by === 'player' ? by : 'id'}.`,
        }}
      />
    </>
  )
}

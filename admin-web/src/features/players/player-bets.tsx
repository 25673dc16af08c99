import { PlayerStatementFilters } from '@kismet/contracts'
import type { StatementRow } from '@kismet/contracts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { roundsPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { SearchField } from '../../core/table/search-field.tsx'
import type { Table } from '../../core/table/table.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { usePolledPages } from '../../core/table/use-pages.ts'
import { statementColumns } from '../../entities/watch/statement-columns.tsx'
import { listPlayerBets } from './players-api.ts'
import styles from './players.module.css'

const table: Table<StatementRow> = {
  label: 'Bets',
  what: 'the bets',
  idOf: ({ _id }) => _id,
  columns: [
    ...statementColumns,
    {
      title: 'Bet id',
      text: ({ transaction }) => transaction,
      cell: ({ transaction }) => (
        <Link className={textClass('link', 'mono')} to={roundsPath(transaction)}>
          {transaction}
        </Link>
      ),
      place: 'line',
    },
  ],
}

const searched = { columns: [], filters: [] }
const { end: readEnd } = PlayerStatementFilters.shape

/** The bets of a player that are over, of all games; each leads to its replay, which has its entries in the ledger. */
export function PlayerBets({ id }: { id: string }): ReactNode {
  const { search, setSearch } = useTableState(searched, false)
  // The player sees the last six characters of an id.
  const end = search === '' ? undefined : readEnd.safeParse(search.replace('…', '')).data
  const listing = usePolledPages(
    listPlayerBets,
    { id, gameType: 'Bets', ...(end !== undefined && { end }) },
    ({ statements }) => statements,
  )
  const empty =
    end === undefined
      ? { icon: ReceiptText, title: 'No bets', children: 'No bets yet.' }
      : { icon: ReceiptText, title: 'No match', children: `No bet${listing.more ? ' so far' : ''} ends with ${end}.` }
  return (
    <>
      <Row wrap gap={2} className={styles.search}>
        <SearchField
          hint="Last 6 characters of a bet id"
          search={search}
          onSearch={setSearch}
          onFirst={() => undefined}
        />
        {search !== '' && end === undefined && <p>Enter at least six of the last characters of the bet id.</p>}
      </Row>
      <DataTable table={table} listing={listing} empty={empty} />
    </>
  )
}

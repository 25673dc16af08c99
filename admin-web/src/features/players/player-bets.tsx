import type { StatementRow } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { roundsPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Table } from '../../core/table/table.ts'
import { usePolledPages } from '../../core/table/use-pages.ts'
import { statementColumns } from '../../entities/watch/statement-columns.tsx'
import { listPlayerBets } from './players-api.ts'

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

/** The bets of a player that are over, of all games; each leads to its replay, which has its entries in the ledger. */
export function PlayerBets({ id }: { id: string }): ReactNode {
  const listing = usePolledPages(listPlayerBets, { id, gameType: 'Bets' }, ({ statements }) => statements)
  const empty = { icon: ReceiptText, title: 'No bets', children: 'No bets yet.' }
  return <DataTable table={table} listing={listing} empty={empty} />
}

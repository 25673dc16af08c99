import type { StatementRow } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { roundsPath } from '../../core/paths.ts'
import { askingFor } from '../../core/person-poll.ts'
import { PagedTable } from '../../core/table/paged-table.tsx'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { listingOf } from '../../core/table/table.ts'
import { statementColumns } from '../../entities/watch/statement-columns.tsx'
import { useListPlayerBetsInfiniteQuery, usePlayerBetsState } from './players-api.ts'

const columns: readonly PlainColumn<StatementRow>[] = [
  ...statementColumns,
  {
    title: 'Bet id',
    text: ({ transaction }) => transaction,
    cell: ({ transaction }) => (
      <Link className="link mono" to={roundsPath(transaction)}>
        {transaction}
      </Link>
    ),
    place: 'line',
  },
]

/** The bets of a player that are over, of all games; each leads to its replay, which has its entries in the ledger. */
export function PlayerBets({ id }: { id: string }): ReactNode {
  const { currentData } = usePlayerBetsState(id)
  const listing = listingOf(useListPlayerBetsInfiniteQuery(id, askingFor(currentData)), ({ statements }) => statements)
  return (
    <PagedTable label="Bets" columns={columns} listing={listing} idOf={({ _id }) => _id} empty="No bets">
      No bets yet.
    </PagedTable>
  )
}

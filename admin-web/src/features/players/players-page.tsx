import { textClass } from '@kismet/ui/class-names.ts'
import type { PlayerRow } from '@kismet/contracts'
import { adminListPlayers, exportPlayers } from '@kismet/contracts'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { formatDate } from '../../core/format/time.ts'
import { playerPath } from '../../core/paths.ts'
import type { FilteredTable } from '../../core/table/table.ts'
import { filterOf, timeColumn } from '../../core/table/table.ts'
import { tableQuery } from '../../core/table/table-query.ts'
import { useFirstFound } from '../../core/table/use-first-found.ts'
import { usePolledPages } from '../../core/table/use-pages.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { TablePage } from '../../entities/page/table-page.tsx'
import { useExport } from '../../entities/queue/use-export.ts'
import { listPlayers } from './players-api.ts'
import { StateTag } from './state-tag.tsx'

/** Players as a list of the back office. */
const playerTable: FilteredTable<PlayerRow> = {
  label: 'Players',
  idOf: ({ _id }) => _id,
  tabs: filterOf('state', 'State', { all: 'All', active: 'Active', suspended: 'Suspended', closed: 'Closed' }),
  filters: [],
  dated: 'Signed up',
  searchHint: 'Start of the email or id',
  columns: [
    { title: 'Email', text: ({ email }) => email, place: 'head' },
    { title: 'State', text: ({ state }) => state, cell: ({ state }) => <StateTag state={state} />, place: 'end' },
    timeColumn('Since', ({ verifiedAt }) => verifiedAt, { cell: ({ verifiedAt }) => formatDate(verifiedAt) }),
    timeColumn('Last login', ({ lastLoginAt }) => lastLoginAt),
    {
      title: 'Id',
      text: ({ _id }) => _id,
      cell: ({ _id }) => <span className={textClass('mono', 'small', 'mute')}>{_id}</span>,
      place: 'desk',
    },
  ],
}

/** Everybody who plays here, to be looked through; each leads to a page of the player. */
export function PlayersPage(): ReactNode {
  const state = { ...useTableState(playerTable, true), addressOf: playerPath }
  const navigate = useNavigate()
  const query = tableQuery(adminListPlayers, playerTable, state)
  const files = useExport(exportPlayers, query)
  const listing = usePolledPages(listPlayers, query, ({ players }) => players)
  const { due, want } = useFirstFound({
    search: state.search,
    known: listing.known,
    first: listing.rows[0]?._id ?? null,
    open: null,
  })
  const openPlayer = useEffectEvent((id: string) => void navigate(playerPath(id)))
  useEffect(() => {
    if (due !== null) openPlayer(due)
  }, [due])
  return (
    <TablePage
      table={playerTable}
      state={state}
      listing={listing}
      files={files}
      searchLine
      onFirst={want}
      empty={{ icon: Users, title: 'No players' }}
    />
  )
}

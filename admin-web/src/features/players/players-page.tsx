import { textClass } from '@kismet/ui/class-names.ts'
import type { PlayerRow } from '@kismet/contracts'
import { PlayerState } from '@kismet/contracts'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { playerPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { SearchField } from '../../core/table/search-field.tsx'
import { TableBar } from '../../core/table/table-bar.tsx'
import type { Filter, FilteredTable } from '../../core/table/table.ts'
import { useFirstFound } from '../../core/table/use-first-found.ts'
import { usePolledPages } from '../../core/table/use-pages.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { Page } from '../../entities/page/page.tsx'
import type { PlayerQuery } from './players-api.ts'
import { listPlayers } from './players-api.ts'
import styles from './players.module.css'
import { StateTag } from './state-tag.tsx'

const states: Filter = {
  name: 'state',
  title: 'State',
  options: [
    ['all', 'All'],
    ['active', 'Active'],
    ['suspended', 'Suspended'],
    ['closed', 'Closed'],
  ],
}

const lastLogin = ({ lastLoginAt }: PlayerRow): string => (lastLoginAt === null ? '-' : formatDay(lastLoginAt))

/** Players as a list of the back office. */
const playerTable: FilteredTable<PlayerRow> = {
  label: 'Players',
  idOf: ({ _id }) => _id,
  tabs: states,
  filters: [],
  searchHint: 'Start of the email or id',
  columns: [
    { title: 'Email', text: ({ email }) => email, place: 'head' },
    { title: 'State', text: ({ state }) => state, cell: ({ state }) => <StateTag state={state} />, place: 'end' },
    { title: 'Since', text: ({ verifiedAt }) => verifiedAt, cell: ({ verifiedAt }) => formatDate(verifiedAt) },
    { title: 'Last login', text: ({ lastLoginAt }) => lastLoginAt ?? '', cell: lastLogin },
    {
      title: 'Id',
      text: ({ _id }) => _id,
      cell: ({ _id }) => <span className={textClass('mono', 'small', 'mute')}>{_id}</span>,
      place: 'desk',
    },
  ],
}

/** What the server is asked for by what the address says. */
function queryOf({ chosen, search }: TableState): PlayerQuery {
  const state = PlayerState.safeParse(chosen(states)).data
  return { ...(state && { state }), ...(search.trim() !== '' && { search: search.trim() }) }
}

/** Everybody who plays here, to be looked through; each leads to a page of the player. */
export function PlayersPage(): ReactNode {
  const state = { ...useTableState(playerTable, true), addressOf: playerPath }
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const listing = usePolledPages(listPlayers, queryOf(state), ({ players }) => players)
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
  const search = (
    <SearchField hint={playerTable.searchHint} search={state.search} onSearch={state.setSearch} onFirst={want} />
  )
  return (
    <Page search={!isPhone && search}>
      {isPhone && <div className={styles.search}>{search}</div>}
      <TableBar table={playerTable} state={state} rows={listing.rows} file={null} />
      <DataTable
        table={playerTable}
        listing={listing}
        state={state}
        variant="page"
        keys="page"
        usualRows={7}
        empty={{ icon: Users, title: 'No players' }}
      />
    </Page>
  )
}

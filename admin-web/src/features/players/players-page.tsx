import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { playerPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { SearchField } from '../../core/table/search-field.tsx'
import { TableBar } from '../../core/table/table-bar.tsx'
import { useFirstFound } from '../../core/table/use-first-found.ts'
import { usePolledPages } from '../../core/table/use-pages.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { Page } from '../../entities/page/page.tsx'
import { playerTable, queryOf } from './player-table.tsx'
import { listPlayers } from './players-api.ts'
import styles from './players.module.css'

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
        look="page"
        keys="page"
        usualRows={7}
        empty={{ icon: Users, title: 'No players' }}
      />
    </Page>
  )
}

import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { playerPath } from '../../core/paths.ts'
import { askingFor } from '../../core/person-poll.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { TableFrame } from '../../core/table/table-frame.tsx'
import { SearchField } from '../../core/table/search-field.tsx'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { listingOf } from '../../core/table/table.ts'
import { TableBar } from '../../core/table/table-bar.tsx'
import { useFirstFound } from '../../core/table/use-first-found.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { Page } from '../../entities/page/page.tsx'
import { useServerNow } from '../../entities/site/use-now.ts'
import { playerTable, queryOf } from './player-table.tsx'
import { useListPlayersInfiniteQuery, usePlayersState } from './players-api.ts'
import styles from './players.module.css'

/** Everybody who plays here, to be looked through; each leads to a page of the player. */
export function PlayersPage(): ReactNode {
  const state = { ...useTableState(playerTable, true), addressOf: playerPath }
  const nowMs = useServerNow(60_000)
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const query = queryOf(state)
  const { currentData } = usePlayersState(query)
  const listing = listingOf(useListPlayersInfiniteQuery(query, askingFor(currentData)), ({ players }) => players)
  const [first = null] = listing.rows
  const { due, want } = useFirstFound({
    search: state.search,
    known: listing.known,
    first: first?._id ?? null,
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
      <TableBar table={playerTable} state={state} rows={listing.rows} file={null} countOf={() => null}>
        {null}
      </TableBar>
      <TableFrame>
        <StaleNote text="Failed to load players." listing={listing} />
        <DataTable
          table={playerTable}
          state={state}
          listing={listing}
          nowMs={nowMs}
          folded={isPhone}
          opensPage
          empty={<EmptyState icon={Users} title="No players" />}
        />
      </TableFrame>
    </Page>
  )
}

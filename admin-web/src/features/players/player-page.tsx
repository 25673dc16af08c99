import { asCallError } from '@kismet/app-kit/call-error.ts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { paths } from '../../core/paths.ts'
import type { Filter } from '../../core/table/table.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import { useTableState } from '../../core/table/use-table-state.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { Entries } from '../../entities/ledger/entries.tsx'
import { Page } from '../../entities/page/page.tsx'
import { PlayerBets } from './player-bets.tsx'
import { PlayerHead } from './player-head.tsx'
import { PlayerLimits } from './player-limits.tsx'
import { PlayerNotes } from './player-notes.tsx'
import { PlayerPayments } from './player-payments.tsx'
import { PlayerSessions } from './player-sessions.tsx'
import { useGetPlayerQuery } from './players-api.ts'
import styles from './players.module.css'

const parts: Filter = {
  name: 'part',
  title: 'What of the player',
  options: [
    ['bets', 'Bets'],
    ['payments', 'Payments'],
    ['entries', 'Ledger'],
    ['sessions', 'Sessions'],
    ['limits', 'Limits'],
    ['notes', 'Notes'],
  ],
}
const shown = { columns: [], tabs: parts, filters: [] }

function Part({ id, part }: { id: string; part: string }): ReactNode {
  switch (part) {
    case 'payments':
      return <PlayerPayments id={id} />
    case 'entries':
      return (
        <Panel title="Ledger entries" note="each sums to zero with the accounts of the house">
          <Entries by="player" id={id} />
        </Panel>
      )
    case 'sessions':
      return <PlayerSessions id={id} />
    case 'limits':
      return <PlayerLimits id={id} />
    case 'notes':
      return <PlayerNotes id={id} />
    default:
      return <PlayerBets id={id} />
  }
}

function Player({ id }: { id: string }): ReactNode {
  const { data, error, isFetching, refetch } = useGetPlayerQuery({ id })
  const state = useTableState(shown, true)
  const failure = error === undefined ? null : asCallError(error)
  if (data) {
    const part = state.chosen(parts)
    return (
      <>
        <PlayerHead player={data.player} />
        {/* What scrolls is no part of the page's grid, which would leave it no height beside a long list. */}
        <div>
          <div className={styles.tabs}>
            <Tabs filter={parts} value={part} onValue={(value) => state.choose(parts, value)} />
          </div>
        </div>
        <Part id={id} part={part} />
      </>
    )
  }
  if (failure === null) return <Skeleton look="table" rows={7} label="Loading the player" />
  if (failure.kind === 'refused' && failure.code === 'not_found')
    return (
      <EmptyState icon={UserX} title="No such player">
        <Link className="link" to={paths.players}>
          All players
        </Link>
      </EmptyState>
    )
  return (
    <ErrorState title="Failed to load the player" busy={isFetching} onRetry={() => void refetch()}>
      {errorDetail(failure)}
    </ErrorState>
  )
}

/** One player: who it is, what the accounts hold, what was played and paid, and what admins do about it. */
export function PlayerPage(): ReactNode {
  const { id = '' } = useParams()
  return (
    <Page>
      <Player key={id} id={id} />
    </Page>
  )
}

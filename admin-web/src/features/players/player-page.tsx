import { asCallError } from '@kismet/app-kit/call-error.ts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { SideBySide } from '../../core/side-by-side.tsx'
import { errorDetail } from '../../core/error-text.ts'
import { paths } from '../../core/paths.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { useAppDispatch } from '../../core/store.ts'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import type { Filter } from '../../core/table/table.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import { useTableState } from '../../core/table/use-table-state.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Entries } from '../../entities/ledger/entries.tsx'
import { Page } from '../../entities/page/page.tsx'
import { playerApi, useGetPlayerQuery } from '../../entities/players/player-api.ts'
import { PlayerBets } from './player-bets.tsx'
import { PlayerHead } from './player-head.tsx'
import { PlayerLimits } from './player-limits.tsx'
import { PlayerMessages } from './player-messages.tsx'
import { PlayerNotes } from './player-notes.tsx'
import { PlayerDeposits, PlayerWithdrawals } from './player-payments.tsx'
import { PlayerSessions } from './player-sessions.tsx'
import styles from './players.module.css'

const parts: Filter = {
  name: 'part',
  title: 'Section',
  options: [
    ['entries', 'Entries'],
    ['bets', 'Bets'],
    ['deposits', 'Deposits'],
    ['withdrawals', 'Withdrawals'],
    ['messages', 'Messages'],
  ],
}
const notes: Readonly<Record<string, string>> = { bets: 'settled bets' }
const shown = { columns: [], tabs: parts, filters: [] }

function Rows({ id, part }: { id: string; part: string }): ReactNode {
  switch (part) {
    case 'bets':
      return <PlayerBets id={id} />
    case 'deposits':
      return <PlayerDeposits id={id} />
    case 'withdrawals':
      return <PlayerWithdrawals id={id} />
    case 'messages':
      return <PlayerMessages id={id} />
    default:
      return <Entries by="player" id={id} />
  }
}

/** Entries, bets, deposits, withdrawals or messages of a player. The address names the list. */
function Records({ id }: { id: string }): ReactNode {
  const state = useTableState(shown, true)
  const part = state.chosen(parts)
  return (
    <Panel
      title={parts.options.find(([option]) => option === part)?.[1]}
      note={notes[part] ?? 'newest first'}
      end={
        <div className={styles.tabs}>
          <Tabs filter={parts} value={part} onValue={(value) => state.choose(parts, value)} />
        </div>
      }
      flush
    >
      <Rows id={id} part={part} />
    </Panel>
  )
}

function Player({ id }: { id: string }): ReactNode {
  const result = useGetPlayerQuery({ id })
  const { data, error, isFetching, refetch } = result
  const dispatch = useAppDispatch()
  // All that is said of a player is read at once: of two ages, one part contradicts another.
  useInterval(() => dispatch(playerApi.util.invalidateTags(['Players'])), personPollMs)
  const failure = error === undefined ? null : asCallError(error)
  if (data)
    return (
      <>
        <StaleNote text="Failed to load the player." listing={standingOf(result)} />
        <PlayerHead player={data.player} />
        <SideBySide
          side={
            <>
              <PlayerLimits id={id} />
              <PlayerSessions id={id} />
              <PlayerNotes id={id} />
            </>
          }
        >
          <Records id={id} />
        </SideBySide>
      </>
    )
  if (failure === null) return <Skeleton variant="table" rows={7} label="Loading the player" />
  if (failure.kind === 'refused' && failure.code === 'not_found')
    return (
      <EmptyState icon={UserX} title="Player not found">
        <Link className={textClass('link')} to={paths.players}>
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

/** One player: who it is and what the accounts hold, below it what was booked, played and paid, and beside that limits, sessions and notes. */
export function PlayerPage(): ReactNode {
  const { id = '' } = useParams()
  return (
    <Page>
      <Player key={id} id={id} />
    </Page>
  )
}

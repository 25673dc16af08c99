import { EmptyState, SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { TextLink } from '../../core/text-link.tsx'
import { SideBySide } from '../../core/side-by-side.tsx'
import { paths } from '../../core/paths.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { useAppDispatch } from '../../core/store.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { filterOf } from '../../core/table/table.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import { useTableState } from '../../core/table/use-table-state.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { Entries } from '../../entities/ledger/entries.tsx'
import { PlayerCorrections } from '../../entities/ledger/player-corrections.tsx'
import { Page } from '../../entities/page/page.tsx'
import { playerApi, useGetPlayerQuery } from '../../entities/players/player-api.ts'
import { PlayerBets } from './player-bets.tsx'
import { PlayerHead } from './player-head.tsx'
import { PlayerLimits } from './player-limits.tsx'
import { PlayerMessages } from './player-messages.tsx'
import { PlayerNotes } from '../../entities/players/player-notes.tsx'
import { PlayerDeposits, PlayerWithdrawals } from './player-payments.tsx'
import { SessionList } from '../../entities/admins/session-list.tsx'
import { useServerNow } from '../../core/use-now.ts'
import { useListPlayerSessionsQuery } from './players-api.ts'
import styles from './players.module.css'

const parts = filterOf('part', 'Section', {
  entries: 'Entries',
  bets: 'Bets',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  messages: 'Messages',
})
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
function PlayerLists({ id }: { id: string }): ReactNode {
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

/** Where a player is logged in. */
function PlayerSessions({ id }: { id: string }): ReactNode {
  const result = useListPlayerSessionsQuery({ id })
  const nowMs = useServerNow(30_000)
  return (
    <Panel title="Sessions" note="most recent first">
      <QueryState what="the sessions" result={result} fallback={<SkeletonBlock heightPx={44} />}>
        {({ sessions }) => (
          <SessionList sessions={sessions.map((session) => ({ ...session, isCurrent: false }))} nowMs={nowMs} />
        )}
      </QueryState>
    </Panel>
  )
}

function Player({ id }: { id: string }): ReactNode {
  const result = useGetPlayerQuery({ id })
  const dispatch = useAppDispatch()
  // Refetch all data of the player together, so that two panels never contradict each other.
  useInterval(() => dispatch(playerApi.util.invalidateTags(['Players'])), personPollMs)
  const notFound = (
    <EmptyState icon={UserX} title="Player not found">
      <TextLink to={paths.players}>All players</TextLink>
    </EmptyState>
  )
  return (
    <QueryState what="the player" result={result} rows={7} notFound={notFound}>
      {({ player }) => (
        <>
          <PlayerHead player={player} />
          <PlayerCorrections playerId={id} />
          <SideBySide
            side={
              <>
                <PlayerLimits id={id} />
                <PlayerSessions id={id} />
                <PlayerNotes key={id} id={id} />
              </>
            }
          >
            <PlayerLists id={id} />
          </SideBySide>
        </>
      )}
    </QueryState>
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

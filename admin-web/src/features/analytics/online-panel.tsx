import { limits } from '@kismet/contracts'
import type { getOnlineUsers, Output } from '@kismet/contracts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { formatMoment, formatRecent } from '../../core/format/time.ts'
import { playerPath } from '../../core/paths.ts'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { PlainTable } from '../../core/table/plain-table.tsx'
import { LiveBadge } from '../../entities/live/live-badge.tsx'
import { useGetOnlineUsersQuery } from '../../entities/site/site-api.ts'
import { CardHead } from './day-panel.tsx'
import { useFailureNotice } from './use-failure-notice.ts'

type OnlineUser = Output<typeof getOnlineUsers>['users'][number]

const columns: readonly PlainColumn<OnlineUser>[] = [
  { title: 'Username', text: () => '-', cell: ({ email }) => <CardHead email={email || null} />, place: 'head' },
  {
    title: 'Email',
    text: ({ email }) => (email === '' ? '-' : email),
    cell: ({ userId, email }) => (
      <Link className="link" to={playerPath(userId)}>
        {email === '' ? '-' : email}
      </Link>
    ),
    place: 'line',
  },
  { title: 'Current Game', text: ({ currentGame }) => currentGame ?? '-', place: 'end' },
  { title: 'Login Time', text: ({ loginTime }) => (loginTime === null ? '-' : formatRecent(loginTime)) },
  { title: 'Last Active', text: ({ lastActive }) => formatMoment(lastActive) },
  { title: 'IP', text: ({ ip }) => ip ?? '-', cell: ({ ip }) => <span className="mono">{ip ?? '-'}</span> },
]
const label = 'Current Online Players'

/** The online players, refreshed every ten seconds (spec 9). */
export function OnlinePanel(): ReactNode {
  const result = useGetOnlineUsersQuery({}, { pollingInterval: limits.onlineUsersPollMs })
  const { currentData: data, error, refetch, isFetching } = result
  useFailureNotice(error, 'Failed to load online users')
  const isCut = data !== undefined && data.users.length < data.count
  return (
    <Panel
      title={label}
      note={data && `${formatCount(data.count)}${isCut ? `, ${formatCount(data.users.length)} of them shown` : ''}`}
      flush
      end={<LiveBadge />}
    >
      <StaleNote text="Failed to load online users." listing={standingOf(result)} />
      {data && data.users.length > 0 ? (
        <PlainTable label={label} columns={columns} rows={data.users} idOf={({ userId }) => userId} />
      ) : data ? (
        <EmptyState icon={Users} title="No players online" />
      ) : error ? (
        <ErrorState
          icon={CircleAlert}
          title="Failed to load online users"
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          {errorDetail(asCallError(error))}
        </ErrorState>
      ) : (
        <Skeleton look="table" rows={4} label="Loading online players" />
      )}
    </Panel>
  )
}

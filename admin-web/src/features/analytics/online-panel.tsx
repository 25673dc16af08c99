import { limits } from '@kismet/contracts'
import type { getOnlineUsers, Output } from '@kismet/contracts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { formatCount } from '../../core/format/amount.tsx'
import { formatMoment, formatRecent } from '../../core/format/time.ts'
import { playerPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { wholeListing } from '../../core/table/table.ts'
import type { Table } from '../../core/table/table.ts'
import { LiveBadge } from '../../entities/live/live-badge.tsx'
import { useGetOnlineUsersQuery } from '../../entities/site/site-api.ts'
import { CardHead, useFailureToast } from './day-panel.tsx'

type OnlineUser = Output<typeof getOnlineUsers>['users'][number]

const label = 'Current Online Players'
const table: Table<OnlineUser> = {
  label,
  what: 'online users',
  idOf: ({ userId }) => userId,
  columns: [
    { title: 'Username', text: () => '-', cell: ({ email }) => <CardHead email={email || null} />, place: 'head' },
    {
      title: 'Email',
      text: ({ email }) => (email === '' ? '-' : email),
      cell: ({ userId, email }) => <TextLink to={playerPath(userId)}>{email === '' ? '-' : email}</TextLink>,
      place: 'line',
    },
    { title: 'Current Game', text: ({ currentGame }) => currentGame ?? '-', sort: true, place: 'end' },
    { title: 'Login Time', text: ({ loginTime }) => (loginTime === null ? '-' : formatRecent(loginTime)) },
    { title: 'Last Active', text: ({ lastActive }) => formatMoment(lastActive) },
    {
      title: 'IP',
      text: ({ ip }) => ip ?? '-',
      cell: ({ ip }) => <span className={textClass('mono')}>{ip ?? '-'}</span>,
    },
  ],
}

/** The online players, refreshed every ten seconds (spec 9). */
export function OnlinePanel(): ReactNode {
  const result = useGetOnlineUsersQuery({}, { pollingInterval: limits.onlineUsersPollMs })
  const { currentData: data, error } = result
  useFailureToast(error, 'Failed to load online users')
  // The list can be a moment younger than the count.
  const isCut = data !== undefined && data.users.length >= limits.onlineUsersShown && data.users.length < data.count
  return (
    <Panel
      title={label}
      note={data && `${formatCount(data.count)}${isCut ? `, ${formatCount(data.users.length)} of them shown` : ''}`}
      flush
      end={<LiveBadge />}
    >
      <DataTable
        table={table}
        listing={wholeListing(result, ({ users }) => users)}
        empty={{ icon: Users, title: 'No players online' }}
      />
    </Panel>
  )
}

import type { SupportMessage } from '@kismet/contracts'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { formatMinute } from '../../core/format/time.ts'
import { listPath, paths } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Table } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import { useListMessagesInfiniteQuery } from '../../entities/queue/support-api.ts'

const messages: Table<SupportMessage> = {
  label: 'Messages',
  what: 'the messages',
  idOf: ({ _id }) => _id,
  columns: [
    {
      title: 'Sent',
      text: ({ createdAt }) => createdAt,
      cell: ({ _id, createdAt }) => (
        <TextLink to={listPath(paths.support, { id: _id })}>{formatMinute(createdAt)}</TextLink>
      ),
      place: 'head',
    },
    { title: 'Message', text: ({ message }) => message.slice(0, 120), place: 'line' },
    { title: 'Replies', text: ({ replyCount }) => String(replyCount), isNumber: true },
    {
      title: 'State',
      text: ({ status, waitsFor }) =>
        status === 'closed' ? 'closed' : waitsFor === 'player' ? 'waits for the player' : 'waits for us',
      place: 'end',
    },
  ],
}

/** What a player wrote to the support; each message leads to its conversation. */
export function PlayerMessages({ id }: { id: string }): ReactNode {
  const listing = listingOf(useListMessagesInfiniteQuery({ player: id }), (page) => page.messages)
  return <DataTable table={messages} listing={listing} empty={{ icon: Inbox, title: 'No messages' }} />
}

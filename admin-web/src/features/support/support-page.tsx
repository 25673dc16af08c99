import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { Listed } from '../../core/table/listed.tsx'
import { SearchLine, useListSearch } from '../../core/table/search-field.tsx'
import type { Filter, Listing } from '../../core/table/table.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import { useTableState } from '../../core/table/use-table-state.ts'
import { Page } from '../../entities/page/page.tsx'
import { useCountMessagesQuery } from '../../entities/queue/support-api.ts'
import { useServerNow } from '../../core/use-now.ts'
import { MessageItem } from './message-item.tsx'
import type { ListedMessage } from './use-messages.ts'
import { useMessages } from './use-messages.ts'

const status: Filter = {
  name: 'status',
  title: 'Status',
  options: [
    ['all', 'All'],
    ['open', 'OPEN'],
    ['closed', 'CLOSED'],
  ],
}
const table = { columns: [], tabs: status, filters: [] }

/** From so many open ones on it is said that they may become too many. */
const many = 0.8 * limits.support.open.ofStrangers

/** What becomes of new messages where too many wait. Once said it stays: at the end of the page, too, rows move where the page becomes shorter. */
function ManyOpen({ open }: { open: number }): ReactNode {
  const [isSaid, setSaid] = useState(false)
  if (open >= many && !isSaid) setSaid(true)
  if (!isSaid) return null
  const { ofStrangers, ofAll } = limits.support.open
  return (
    <Notice tone="warn">
      {formatCount(open)} messages are open. At {formatCount(ofStrangers)} from visitors, or {formatCount(ofAll)} in
      total, new ones are refused. Close finished messages.
    </Notice>
  )
}

/** What stands on top, by the tab. */
const orders: Readonly<Record<string, string>> = {
  all: 'open first, oldest on top',
  open: 'oldest on top',
  closed: `newest on top, kept for ${limits.support.closedDays} days`,
}

/** How many messages are shown, and in which order. */
function countText({ rows }: Listing<ListedMessage>, all: number | null, order: string): string {
  const shown = formatCount(rows.length)
  return all === null || all < rows.length ? `${shown}, ${order}` : `${shown} of ${formatCount(all)}, ${order}`
}

/** What players and strangers have written to the support, and whether it is done with (spec 2.16). */
export function SupportPage(): ReactNode {
  const state = useTableState(table, false)
  const tab = state.chosen(status)
  const listing = useMessages(table, state)
  const nowMs = useServerNow(30_000)
  const { data: counts } = useCountMessagesQuery({}, usePolling())
  const countOf = (tab: string): number | null => {
    if (!counts) return null
    return { all: counts.total, open: counts.open, closed: counts.total - counts.open }[tab] ?? null
  }
  const { inTop, inPage } = useListSearch({ hint: 'Name, email, words, id', state })
  const hasRows = listing.rows.length > 0
  return (
    <Page live search={inTop}>
      <SearchLine>{inPage}</SearchLine>
      <Panel
        title="User Support Messages"
        flush
        end={
          <Tabs
            filter={status}
            value={tab}
            onValue={(value) => state.choose(status, value)}
            countOf={(one) => {
              const count = countOf(one)
              return count === null ? null : formatCount(count)
            }}
          />
        }
        foot={hasRows && <span>{countText(listing, state.isNarrowed ? null : countOf(tab), orders[tab] ?? '')}</span>}
      >
        <Listed
          what="messages"
          failed="Failed to fetch messages."
          loading="Loading messages..."
          listing={listing}
          empty={{
            icon: Inbox,
            title: 'No support messages found.',
            action: state.isNarrowed && <Button onClick={state.clear}>Clear the search</Button>,
          }}
        >
          {(rows) => (
            <ol aria-busy={listing.busy}>
              {rows.map((listed, at) => (
                <MessageItem key={listed.message._id} listed={listed} at={at} nowMs={nowMs} />
              ))}
            </ol>
          )}
        </Listed>
      </Panel>
      {counts && <ManyOpen open={counts.open} />}
    </Page>
  )
}

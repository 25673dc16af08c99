import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { limits, supportLimits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { Listed } from '../../core/table/listed.tsx'
import { SearchLine, useListSearch } from '../../core/table/search-field.tsx'
import { FilterPick } from '../../core/table/pick.tsx'
import type { Filter, FilteredTable, Listing } from '../../core/table/table.ts'
import { filterOf } from '../../core/table/table.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import type { TableState } from '../../core/table/use-table-state.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { Page } from '../../entities/page/page.tsx'
import type { MessageCounts } from '../../entities/queue/support-api.ts'
import { useCountMessagesQuery } from '../../entities/queue/support-api.ts'
import { useServerNow } from '../../core/use-now.ts'
import { ConversationPage } from './conversation-page.tsx'
import { useSupportDesk } from './desk-api.ts'
import { DeskPanel } from './desk-panel.tsx'
import { MessageItem } from './message-item.tsx'
import styles from './support-page.module.css'
import type { ListedMessage } from './use-messages.ts'
import { useMessages } from './use-messages.ts'

const view = filterOf('view', 'List', {
  all: 'All',
  us: 'For us',
  player: 'For player',
  closed: 'CLOSED',
  mine: 'Mine',
})

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
  us: 'oldest on top',
  player: `oldest on top, closed ${supportLimits.unansweredDays} days after the last reply`,
  mine: 'open first, oldest on top',
  closed: `newest on top, kept for ${limits.support.closedDays} days`,
}

/** How many messages are shown, and in which order. */
function countText({ rows }: Listing<ListedMessage>, all: number | null, order: string): string {
  const shown = formatCount(rows.length)
  return all === null || all < rows.length ? `${shown}, ${order}` : `${shown} of ${formatCount(all)}, ${order}`
}

/** How many messages each list has; null while the number is unknown. */
function countOf(counts: MessageCounts | undefined, tab: string): number | null {
  if (!counts) return null
  const { open, total, waiting } = counts
  return { all: total, us: waiting, player: open - waiting, closed: total - open }[tab] ?? null
}

/** The list of messages, or one conversation. */
export function SupportPage(): ReactNode {
  const { data: desk } = useSupportDesk({})
  const tag: Filter = {
    name: 'tag',
    title: 'Tag',
    options: [['', 'All tags'], ...(desk?.tags ?? []).map((one) => [one, one] as const)],
  }
  const table = { columns: [], tabs: view, filters: [tag] }
  const state = useTableState(table, true)
  return state.id === null ? <Messages table={table} state={state} /> : <ConversationPage id={state.id} />
}

interface MessagesProps {
  table: Pick<FilteredTable<never>, 'tabs' | 'filters'>
  state: TableState
}

/** The messages of players and visitors, with their status (spec 2.16). */
function Messages({ table, state }: MessagesProps): ReactNode {
  const tab = state.chosen(view)
  const listing = useMessages(table, state)
  const nowMs = useServerNow(30_000)
  const { data: counts } = useCountMessagesQuery({}, usePolling())
  const { inTop, inPage } = useListSearch({ hint: 'Name, email, words, id', state })
  const hasRows = listing.rows.length > 0
  const shownOf = state.isNarrowed ? null : countOf(counts, tab)
  return (
    <Page live search={inTop}>
      <SearchLine>{inPage}</SearchLine>
      <Panel
        title="User Support Messages"
        flush
        end={
          <div className={styles.lists}>
            <Tabs
              filter={view}
              value={tab}
              onValue={(value) => state.choose(view, value)}
              countOf={(one) => {
                const count = countOf(counts, one)
                return count === null ? null : formatCount(count)
              }}
            />
          </div>
        }
        foot={hasRows && <span>{countText(listing, shownOf, orders[tab] ?? '')}</span>}
      >
        <TagChoice filters={table.filters} state={state} />
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
                <MessageItem
                  key={listed.message._id}
                  listed={listed}
                  to={state.addressOf(listed.message._id)}
                  {...{ at, nowMs }}
                />
              ))}
            </ol>
          )}
        </Listed>
      </Panel>
      {counts && <ManyOpen open={counts.waiting} />}
      <DeskPanel />
    </Page>
  )
}

/** The choice of a tag, once there is one. */
function TagChoice({ filters: [tag], state }: { filters: readonly Filter[]; state: TableState }): ReactNode {
  if (!tag || tag.options.length < 2) return null
  return (
    <div className={styles.tags}>
      <FilterPick filter={tag} value={state.chosen(tag)} onValue={(value) => state.choose(tag, value)} />
    </div>
  )
}

import { useAsking } from '@kismet/app-kit/live/use-asking.ts'
import { limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, ErrorState } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { SearchField } from '../../core/table/search-field.tsx'
import type { Filter, Listing } from '../../core/table/table.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import type { TableState } from '../../core/table/use-table-state.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { Page } from '../../entities/page/page.tsx'
import { useCountMessagesQuery } from '../../entities/queue/support-api.ts'
import { useServerNow } from '../../entities/site/use-now.ts'
import { MessageItem } from './message-item.tsx'
import styles from './support-page.module.css'
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

/** The state of a list without messages: loading, failed or empty. */
function NoMessages({ listing, state }: { listing: Listing<ListedMessage>; state: TableState }): ReactNode {
  const { known, error, busy, retry } = listing
  if (error)
    return (
      <ErrorState icon={CircleAlert} title="Failed to fetch messages." busy={busy} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  if (!known)
    return (
      <p className={styles.loading} role="status">
        Loading messages...
      </p>
    )
  return (
    <EmptyState
      icon={Inbox}
      title="No support messages found."
      action={state.isNarrowed && <Button onClick={state.clear}>Clear the search</Button>}
    />
  )
}

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

function Foot({
  listing,
  of,
  order,
}: {
  listing: Listing<ListedMessage>
  of: number | null
  order: string
}): ReactNode {
  const { rows, more, busy } = listing
  return (
    <>
      <span>
        {of === null || of < rows.length
          ? `${formatCount(rows.length)}, ${order}`
          : `${formatCount(rows.length)} of ${formatCount(of)}, ${order}`}
      </span>
      {more && (
        <Button className={styles.more} busy={busy} onClick={more}>
          Older
        </Button>
      )}
    </>
  )
}

/** What players and strangers have written to the support, and whether it is done with (spec 2.16). */
export function SupportPage(): ReactNode {
  const state = useTableState(table, false)
  const tab = state.chosen(status)
  const listing = useMessages(tab, state.search)
  const isPhone = useIsPhone()
  const nowMs = useServerNow(30_000)
  const { data: counts } = useCountMessagesQuery({}, useAsking())
  const countOf = (tab: string): number | null => {
    if (!counts) return null
    return { all: counts.total, open: counts.open, closed: counts.total - counts.open }[tab] ?? null
  }
  const search = (
    <SearchField hint="Name, email, words, id" search={state.search} onSearch={state.setSearch} onFirst={() => null} />
  )
  const hasRows = listing.rows.length > 0
  return (
    <Page live search={!isPhone && search}>
      {isPhone && <div className={styles.search}>{search}</div>}
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
        foot={
          hasRows && <Foot listing={listing} of={state.isNarrowed ? null : countOf(tab)} order={orders[tab] ?? ''} />
        }
      >
        {hasRows ? (
          <>
            <StaleNote text="Failed to fetch messages." listing={listing} />
            <ol className={styles.messages} aria-busy={listing.busy}>
              {listing.rows.map((listed, at) => (
                <MessageItem key={listed.message._id} listed={listed} at={at} nowMs={nowMs} />
              ))}
            </ol>
          </>
        ) : (
          <NoMessages listing={listing} state={state} />
        )}
      </Panel>
      {counts && <ManyOpen open={counts.open} />}
    </Page>
  )
}

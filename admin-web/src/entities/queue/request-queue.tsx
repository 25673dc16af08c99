import { Button } from '@kismet/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Inbox from 'lucide-react/icons/inbox'
import type { ComponentProps, ReactNode } from 'react'
import { Suspense } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { KeyLine } from '../../core/keyboard/key-line.tsx'
import { DataTable } from '../../core/table/data-table.tsx'
import { useListSearch } from '../../core/table/search-field.tsx'
import { TableBar } from '../../core/table/table-bar.tsx'
import { LiveBadge } from '../live/live-badge.tsx'
import { Page } from '../page/page.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import { useGetPendingCountQuery } from './pending-counts.ts'
import { shownTable } from './request-table.tsx'
import { OtherTabs } from './other-tabs.tsx'
import type { QueuePort, QueueRequest } from './request.ts'
import { RequestList } from './request-list.tsx'
import { useSeveral } from './several.tsx'
import type { Several } from './several.tsx'
import type { Open, RequestQueue } from './use-request-queue.ts'
import { useRequestSum } from './request-sums.ts'
import { useRequestQueue } from './use-request-queue.ts'
import { useExport } from './use-export.ts'
import styles from './request-queue.module.css'

interface OfQueue<Request extends QueueRequest> {
  queue: RequestQueue<Request>
}

/** The words of an empty list. */
function emptyOf<Request extends QueueRequest>({
  state,
  isQueue,
  port,
}: RequestQueue<Request>): ComponentProps<typeof EmptyState> {
  const status = state.chosen(port.table.tabs)
  if (isQueue)
    return {
      icon: Inbox,
      title: 'No pending requests',
      action: <LiveBadge />,
      children: 'New requests appear here automatically.',
    }
  return {
    icon: Inbox,
    title: 'No requests yet',
    children: status === 'all' ? `No ${port.kind} was requested yet.` : `No request was ${status} yet.`,
  }
}

/** Why the open request cannot be shown. */
function NotOpen<Request extends QueueRequest>({ queue }: OfQueue<Request>): ReactNode {
  const { state, looking, error } = queue
  if (state.id === null || looking) return <div className={styles.blank} aria-busy={looking} />
  const back = <Button onClick={() => state.open(null)}>Back to the list</Button>
  return (
    <div className={styles.blank}>
      {error?.kind === 'refused' && error.code === 'not_found' ? (
        <EmptyState icon={Inbox} title="Request not found" action={back} />
      ) : (
        <ErrorState icon={CircleAlert} title="Failed to load this request" action={back}>
          {error && errorDetail(error)}
        </ErrorState>
      )}
    </div>
  )
}

const keys = [
  [['J', 'K'], 'next, previous'],
  [['A'], 'approve'],
  [['R'], 'reject'],
  [['/'], 'search'],
  [['?'], 'all keys'],
] as const

/** What the whole list comes to, beside what of it is shown. */
function useSumText<Request extends QueueRequest>({ port, query, listing }: RequestQueue<Request>): string | null {
  const { currentData: sum } = useRequestSum(port.kind, query)
  if (sum === undefined) return null
  const shown = listing.more === null ? '' : `${formatCount(listing.rows.length)} of `
  return `${shown}${countText(sum.count, 'request')}, ${formatRupees(sum.amount)} in all.`
}

interface ListProps<Request extends QueueRequest> extends OfQueue<Request> {
  folded: boolean
  ticks: Several<Request>['ticks']
}

function List<Request extends QueueRequest>({ queue, folded, ticks }: ListProps<Request>): ReactNode {
  const { state, listing, setOver, port, nowMs } = queue
  const elsewhere = <OtherTabs queue={queue} />
  const list = {
    table: port.table,
    listing,
    state,
    nowMs,
    ticks,
    elsewhere,
    empty: emptyOf(queue),
    note: useSumText(queue),
  }
  return folded ? <RequestList {...list} onHover={setOver} /> : <DataTable {...list} variant="pane" />
}

interface RequestQueueViewProps<Request extends QueueRequest> {
  port: QueuePort<Request>
  /** Beside the filters. */
  tools?: ReactNode
  /** The request that is open. Its code may come later. */
  detail: (props: { queue: RequestQueue<Request>; open: Open<Request> }) => ReactNode
  /** Hears which request opens next. */
  onAhead?: (id: string) => void
}

/** A queue of requests that admins decide: which list, the list, and the request that is open. */
export function RequestQueueView<Request extends QueueRequest>(props: RequestQueueViewProps<Request>): ReactNode {
  const { port, detail, tools, onAhead = () => undefined } = props
  const queue = useRequestQueue(port, onAhead)
  const { state, listing, isPhone, isQueue, open } = queue
  const { data } = useGetPendingCountQuery(port.kind)
  const files = useExport(port.file, queue.query)
  const several = useSeveral(queue)
  const { inTop, inPage } = useListSearch({ hint: port.table.searchHint, state, onFirst: queue.openFirst })
  // The queue is worked at beside what is open; other lists have the whole width until something is.
  const isAlone = state.id === null && (isPhone || !isQueue || listing.rows.length === 0)
  return (
    <Page live flush search={inTop}>
      <div className={styles.desk} data-view={state.id === null ? 'list' : 'detail'}>
        <TableBar
          table={shownTable(port.table, state)}
          state={state}
          files={files}
          tools={
            <>
              {!isPhone && several.button}
              <SavedViews label={port.table.label} />
            </>
          }
          countOf={(tab) => (tab === 'pending' ? (data?.pending ?? null) : null)}
        >
          {inPage}
          {isPhone && several.button}
          {tools}
        </TableBar>
        {isAlone ? (
          <>
            <List queue={queue} folded={isPhone} ticks={several.ticks} />
            {several.bar}
          </>
        ) : (
          <div className={styles.queue}>
            <div className={styles.pane}>
              <List queue={queue} folded ticks={several.ticks} />
              {several.bar ?? <KeyLine keys={keys} />}
            </div>
            {open ? (
              <Suspense fallback={<div className={styles.blank} aria-busy="true" />}>
                {detail({ queue: { ...queue, areTicked: several.areTicked }, open })}
              </Suspense>
            ) : (
              <NotOpen queue={queue} />
            )}
          </div>
        )}
      </div>
    </Page>
  )
}

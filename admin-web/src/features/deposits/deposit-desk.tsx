import { Button } from '@kismet/ui/controls/button.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import FunnelX from 'lucide-react/icons/funnel-x'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { formatCount } from '../../app/format/amount.tsx'
import { useServerNow } from '../../app/format/use-now.ts'
import { formatMoment } from '../../app/format/time.ts'
import { selectConnectionState } from '../../app/live/connection-slice.ts'
import { LiveBadge } from '../../app/live/live-badge.tsx'
import { errorDetail } from '../../app/notices/error-text.ts'
import { Nothing, Waiting } from '../../app/parts/nothing.tsx'
import { useListPendingQuery } from '../../app/queue/deposits-api.ts'
import { useAppSelector } from '../../app/store.ts'
import { Page } from '../../app/shell/page.tsx'
import { DepositDetail } from './deposit-detail.tsx'
import { DepositList } from './deposit-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filtersText, isFiltered, noFilters } from './filters.ts'
import { SearchField } from './search-field.tsx'
import type { Desk } from './use-desk.ts'
import { useDesk } from './use-desk.ts'
import styles from './deposit-desk.module.css'

const failed = 'Failed to load deposit requests'

/** In place of rows: still coming, failed, none at all, or none that the filters let through. */
function NoRows({ desk: { list, filters, setFilters, selection } }: { desk: Desk }): ReactNode {
  if (!list.known && list.error)
    return (
      <Nothing failed icon={CircleAlert} title={failed}>
        <p>{errorDetail(list.error)}</p>
        <Button busy={list.busy} onClick={list.retry}>
          Try again
        </Button>
      </Nothing>
    )
  if (!list.known) return <Waiting rows={7} label="Loading deposit requests" />
  if (list.rows.length > 0 && isFiltered(filters))
    return (
      <Nothing icon={FunnelX} title="No match for these filters">
        <p>{filtersText(filters)}</p>
        <Button onClick={() => setFilters(noFilters)}>Clear filters</Button>
      </Nothing>
    )
  if (selection.status !== 'pending')
    return (
      <Nothing icon={Inbox} title="Nothing here yet">
        <p>
          {selection.status === 'all' ? 'No deposit was requested yet.' : `No request was ${selection.status} yet.`}
        </p>
      </Nothing>
    )
  return (
    <Nothing icon={Inbox} title="Nothing is waiting">
      <p>New requests appear here by themselves.</p>
      <LiveBadge />
    </Nothing>
  )
}

/** Where the open request belongs, when it cannot be shown. */
function NotOpen({ desk: { selection, looking } }: { desk: Desk }): ReactNode {
  if (selection.id === null || looking) return <div className={styles.blank} aria-busy={looking} />
  return (
    <div className={styles.blank}>
      <Nothing icon={FileQuestion} title="This request is not in the list">
        <p>It may be among older decisions.</p>
        <Button onClick={() => selection.open(null)}>Back to the list</Button>
      </Nothing>
    </div>
  )
}

/** What is missing from the list, said at its end. */
function useListNote({ list, selection, filters }: Desk): string | null {
  const { data } = useListPendingQuery({})
  if (selection.status === 'pending' && data && data.pending > data.deposits.length)
    return `The oldest ${formatCount(data.deposits.length)} of ${formatCount(data.pending)}. The rest follows as these are answered.`
  return list.more && isFiltered(filters) ? `Looked through ${formatCount(list.rows.length)} requests.` : null
}

function Panes({ desk }: { desk: Desk }): ReactNode {
  const { selection, list, rows, open, isPhone } = desk
  const nowMs = useServerNow(1_000)
  const note = useListNote(desk)
  const at = rows.findIndex(({ deposit }) => deposit._id === selection.id)
  return (
    <div className={styles.queue}>
      {rows.length > 0 ? (
        <DepositList
          rows={rows}
          openId={selection.id}
          searchOf={selection.searchOf}
          replace={!isPhone}
          nowMs={nowMs}
          note={note}
          more={list.more}
          busy={list.busy}
          onHover={desk.setOver}
        />
      ) : (
        <div className={styles.noRows}>
          <NoRows desk={desk} />
        </div>
      )}
      {open ? (
        <DepositDetail
          deposit={open.deposit}
          left={open.left}
          others={desk.others}
          decision={desk.decision}
          shelf={desk.shelf}
          nowMs={nowMs}
          place={at === -1 ? null : `${at + 1} of ${rows.length}`}
          onMove={desk.move}
          onBack={() => isPhone && selection.open(null)}
        />
      ) : (
        <NotOpen desk={desk} />
      )}
    </div>
  )
}

/** The queue of deposits: which list, the list, and the request that is open. */
export function DepositDesk({ title }: { title: string }): ReactNode {
  const desk = useDesk()
  const { selection, filters, setFilters, list } = desk
  const { data } = useListPendingQuery({})
  const { asOfMs } = useAppSelector(selectConnectionState)
  const search = <SearchField text={filters.text} onText={(text) => setFilters({ ...filters, text })} />
  const isEmpty = desk.rows.length === 0 && selection.id === null
  return (
    <Page title={title} live flush search={<span className="desk">{search}</span>}>
      <div className={styles.desk} data-view={selection.id === null ? 'list' : 'detail'}>
        <FilterBar
          status={selection.status}
          onStatus={selection.openList}
          pending={data?.pending ?? null}
          filters={filters}
          onFilters={setFilters}
        >
          <span className="phone">{search}</span>
        </FilterBar>
        {list.known && list.error && (
          <p className={styles.stale} role="alert">
            {failed}. {errorDetail(list.error)}
            {asOfMs !== null && ` As of ${formatMoment(asOfMs)}.`}
            <Button busy={list.busy} onClick={list.retry}>
              Try again
            </Button>
          </p>
        )}
        {isEmpty ? (
          <div className={styles.blank}>
            <NoRows desk={desk} />
          </div>
        ) : (
          <Panes desk={desk} />
        )}
      </div>
    </Page>
  )
}

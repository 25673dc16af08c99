import { Button } from '@kismet/ui/controls/button.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { EmptyState, ErrorState } from '@kismet/ui/feedback/states.tsx'
import { DataTable, StaleNote } from '../../core/table/data-table.tsx'
import { SearchField } from '../../core/table/search-field.tsx'
import { TableBar } from '../../core/table/table-bar.tsx'
import { LiveBadge } from '../../entities/live/live-badge.tsx'
import { Page } from '../../entities/page/page.tsx'
import { useGetPendingCountQuery } from '../../entities/queue/deposits-api.ts'
import { useServerNow } from '../../entities/site/use-now.ts'
import { DepositDetail } from './deposit-detail.tsx'
import { depositTable } from './deposit-table.tsx'
import type { Desk } from './use-desk.ts'
import { useDesk } from './use-desk.ts'
import styles from './deposit-desk.module.css'
import itemStyles from './deposit-item.module.css'

/** Where nothing is listed. */
function Empty({ desk: { state, isQueue } }: { desk: Desk }): ReactNode {
  const status = state.chosen(depositTable.tabs)
  if (isQueue)
    return (
      <EmptyState icon={Inbox} title="Nothing is waiting" action={<LiveBadge />}>
        New requests appear here by themselves.
      </EmptyState>
    )
  return (
    <EmptyState icon={Inbox} title="Nothing here yet">
      {status === 'all' ? 'No deposit was requested yet.' : `No request was ${status} yet.`}
    </EmptyState>
  )
}

/** Why the open request cannot be shown. */
function NotOpen({ desk: { state, looking, error } }: { desk: Desk }): ReactNode {
  if (state.id === null || looking) return <div className={styles.blank} aria-busy={looking} />
  const back = <Button onClick={() => state.open(null)}>Back to the list</Button>
  return (
    <div className={styles.blank}>
      {error?.kind === 'refused' && error.code === 'not_found' ? (
        <EmptyState icon={FileQuestion} title="There is no such request" action={back} />
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

function Keys(): ReactNode {
  return (
    <p className={itemStyles.keys}>
      {keys.map(([caps, means]) => (
        <span key={means}>
          {caps.map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}{' '}
          {means}
        </span>
      ))}
    </p>
  )
}

function List({ desk, nowMs, folded }: { desk: Desk; nowMs: number; folded: boolean }): ReactNode {
  const { state, listing, isPhone, setOver } = desk
  const { data: queue } = useGetPendingCountQuery({})
  const isCut = desk.isQueue && !state.isNarrowed && listing.more !== null && queue !== undefined
  return (
    <DataTable
      table={depositTable}
      state={state}
      listing={listing}
      nowMs={nowMs}
      folded={folded}
      opensPage={isPhone}
      empty={<Empty desk={desk} />}
      note={isCut ? `${formatCount(listing.rows.length)} of ${formatCount(queue.pending)}.` : null}
      onHover={setOver}
    />
  )
}

function Panes({ desk, nowMs }: { desk: Desk; nowMs: number }): ReactNode {
  const { state, listing, open } = desk
  const at = listing.rows.findIndex(({ deposit }) => deposit._id === state.id)
  return (
    <div className={styles.queue}>
      <div className={styles.pane}>
        <List desk={desk} nowMs={nowMs} folded />
        <Keys />
      </div>
      {open ? (
        <DepositDetail
          deposit={open.deposit}
          left={open.left}
          isListed={open.isListed}
          others={desk.others}
          decision={desk.decision}
          shelf={desk.shelf}
          nowMs={nowMs}
          place={at === -1 ? null : `${at + 1} of ${listing.rows.length}${listing.more ? '+' : ''}`}
          onMove={desk.move}
          onBack={() => (desk.isPhone || !desk.isQueue) && state.open(null)}
        />
      ) : (
        <NotOpen desk={desk} />
      )}
    </div>
  )
}

/** The queue of deposits: which list, the list, and the request that is open. */
export function DepositDesk(): ReactNode {
  const desk = useDesk()
  const { state, listing, isPhone } = desk
  const { data } = useGetPendingCountQuery({})
  const nowMs = useServerNow(1_000)
  const search = (
    <SearchField
      hint={depositTable.searchHint}
      search={state.search}
      onSearch={state.setSearch}
      onFirst={desk.openFirst}
    />
  )
  // The queue is worked at beside what is open; other lists have the whole width until something is.
  const isAlone = state.id === null && (isPhone || !desk.isQueue || listing.rows.length === 0)
  return (
    <Page live flush search={!isPhone && search}>
      <div className={styles.desk} data-view={state.id === null ? 'list' : 'detail'}>
        <TableBar
          table={depositTable}
          state={state}
          rows={listing.rows}
          countOf={(tab) => (tab === 'pending' ? (data?.pending ?? null) : null)}
        >
          {isPhone && search}
        </TableBar>
        <StaleNote table={depositTable} listing={listing} />
        {isAlone ? <List desk={desk} nowMs={nowMs} folded={isPhone} /> : <Panes desk={desk} nowMs={nowMs} />}
      </div>
    </Page>
  )
}

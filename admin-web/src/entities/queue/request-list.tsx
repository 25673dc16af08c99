import type { RequestKind } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row as Line } from '@kismet/ui/layout/layout.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../core/format/time.ts'
import type { Ticks } from '../../core/table/data-table.tsx'
import type { ListStates } from '../../core/table/listed.tsx'
import { Listed } from '../../core/table/listed.tsx'
import type { TableState } from '../../core/table/use-table-state.ts'
import { useAdmin } from '../session/use-session.ts'
import { NotesTag } from './admin-notes.tsx'
import { AgeTag } from './age-tag.tsx'
import styles from './request-list.module.css'
import { BankTag } from './bank-tag.tsx'
import { BetterProofTag } from './better-proof-tag.tsx'
import { PayoutTag } from './payout-tag.tsx'
import type { QueueRequest, QueueTable, Row } from './request.ts'
import { RiskTags } from './risk-tags.tsx'
import { currentClaim } from './use-claim.ts'

/** Who is at it, what it waits for, and what speaks against it. */
function Work({ request, nowMs }: { request: QueueRequest; nowMs: number }): ReactNode {
  const { _id } = useAdmin()
  const claim = currentClaim(request, nowMs)
  const { firstApproval, risks, payout = null, betterProof = null, bank = null, notes } = request
  const hasTag = [firstApproval, payout, betterProof, bank].some((one) => one !== null) || risks.length + notes > 0
  if (claim === null && !hasTag) return null
  return (
    <Line as="span" wrap gap={1} className={classNames(styles.by, textClass('small', 'mute'))}>
      {claim !== null && (
        <span className={textClass('cut')}>
          {claim.adminId === _id ? 'you are working on this' : `claimed by ${claim.by}`}
        </span>
      )}
      {bank !== null && <BankTag state={bank} />}
      {payout !== null && <PayoutTag payout={payout} nowMs={nowMs} />}
      {betterProof !== null && <BetterProofTag of={betterProof} />}
      {firstApproval !== null && <Tag tone="own">Second approval needed</Tag>}
      <RiskTags risks={risks} />
      <NotesTag notes={request.notes} />
    </Line>
  )
}

interface RequestItemProps {
  kind: RequestKind
  row: Row<QueueRequest>
  nowMs: number
  /** At the end of its second line. */
  remark: string
}

/** One request in the list: how much, how long it waits, whose, and who is at it. */
export function RequestItem({ kind, row, nowMs, remark }: RequestItemProps): ReactNode {
  const { request, left } = row
  const { amount, user, createdAt, status, decidedAt, decidedBy } = request
  const waits = status === 'pending' && !left
  return (
    <>
      <span className={styles.amount}>{formatRupees(amount)}</span>
      <span>
        {waits && <AgeTag kind={kind} ageMs={nowMs - Date.parse(createdAt)} />}
        {left && <Tag>answered</Tag>}
        {status !== 'pending' && <StatusTag status={status} />}
      </span>
      <span className={classNames(styles.who, textClass('cut'))} title={user.email}>
        {user.email}
      </span>
      <span className={textClass('small', 'mute', 'num')}>{remark}</span>
      {waits && <Work request={request} nowMs={nowMs} />}
      {decidedAt !== null && (
        <span className={classNames(styles.by, textClass('small', 'mute', 'cut'))}>
          {formatDay(decidedAt)}
          {decidedBy !== null && ` by ${decidedBy}`} <NotesTag notes={request.notes} />
        </span>
      )}
    </>
  )
}

/** Counts the rows that have come below the end of the view. */
function useNewBelow(ids: readonly string[]): { end: RefObject<HTMLDivElement | null>; count: number } {
  const end = useRef<HTMLDivElement>(null)
  const [endInView, setEndInView] = useState(true)
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set())
  if (endInView && ids.some((id) => !seen.has(id))) setSeen(new Set(ids))
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setEndInView(entry?.isIntersecting ?? true))
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return { end, count: ids.filter((id) => !seen.has(id)).length }
}

interface RequestListProps<Request extends QueueRequest> extends ListStates<Row<Request>> {
  table: QueueTable<Request>
  state: TableState
  nowMs: number
  /** Boxes before the requests. */
  ticks?: Ticks<Row<Request>> | undefined
  /** While a pointer is over the list, no row may move. */
  onHover: (over: boolean) => void
}

/** Requests one under the other, beside the open request or on a phone. New requests come at the end, and no row moves under the pointer. */
export function RequestList<Request extends QueueRequest>(props: RequestListProps<Request>): ReactNode {
  const { table, listing, state, nowMs, ticks, onHover } = props
  const { end, count } = useNewBelow(listing.rows.map(table.idOf))
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [state.id])
  return (
    <section
      ref={list}
      className={classNames(styles.list, listing.rows.length === 0 && styles.blank)}
      aria-label={table.label}
      onPointerEnter={(event) => onHover(event.pointerType === 'mouse')}
      onPointerLeave={() => onHover(false)}
    >
      <Listed {...props} what={table.label.toLowerCase()} older="Show more">
        {(rows) => (
          <ol>
            {rows.map((row) => {
              const id = table.idOf(row)
              return (
                <li key={id} className={classNames(ticks && styles.ticked)}>
                  {ticks && !row.left && (
                    <label className={styles.tick}>
                      <input
                        type="checkbox"
                        aria-label={ticks.labelOf(row)}
                        checked={ticks.isTicked(row)}
                        onChange={({ target }) => ticks.onTick(row, target.checked)}
                      />
                    </label>
                  )}
                  <Link
                    className={classNames(styles.item, row.left && styles.left)}
                    to={state.addressOf(id)}
                    replace={!state.opensPage}
                    aria-current={id === state.id || undefined}
                  >
                    {table.item(row, nowMs)}
                  </Link>
                </li>
              )
            })}
          </ol>
        )}
      </Listed>
      <div ref={end} className={styles.end} />
      {count > 0 && (
        <Button className={styles.new} icon={ArrowDown} onClick={() => end.current?.scrollIntoView({ block: 'end' })}>
          {count} new below
        </Button>
      )}
    </section>
  )
}

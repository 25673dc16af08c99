import type { BankTab } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { classNames } from '@kismet/ui/class-names.ts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { EmptyState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../core/format/amount.tsx'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { groupsOfFour, withoutSpaces } from '../../entities/queue/reference.ts'
import { requestPath } from '../../core/paths.ts'
import type { Listing } from '../../core/table/table.ts'
import type { BankMatch } from './bank-api.ts'
import { RequestNotes } from './request-notes.tsx'
import styles from './bank-table.module.css'

interface Column {
  readonly title: string
  /** `note`: what is to be said of the box of the row. */
  readonly cell: (match: BankMatch, note: string | null) => ReactNode
  readonly isNumber?: boolean
  /** On a phone: its own line, the head of a row, or not there. */
  readonly phone?: 'hide' | 'first'
}

const row: Column = { title: 'Row', cell: ({ row: at }) => formatCount(at), isNumber: true, phone: 'hide' }
const utr: Column = {
  title: 'UTR',
  cell: (match) => (
    <>
      {match.utr === null ? (
        'none'
      ) : (
        <span className={styles.utr}>
          {groupsOfFour(match.utr)}
          <Copied text={withoutSpaces(match.utr)} label={`Copy the UTR of row ${match.row}`} />
        </span>
      )}
      <span className={styles.below}>
        row {formatCount(match.row)}, {formatDate(match.day)}
      </span>
    </>
  ),
}
const amount: Column = { title: 'Amount', cell: (match) => <b>{formatRupees(match.amount)}</b>, isNumber: true }
const requestOf: Column = {
  title: 'Request of',
  phone: 'first',
  cell: ({ request }) => request && <Link to={requestPath('deposit', request._id)}>{request.user.email}</Link>,
}

function Decided({ request }: BankMatch): ReactNode {
  if (!request) return <span className="mute">The request no longer exists.</span>
  const { status, decidedAt, decidedBy, adminReason } = request
  if (status === 'pending') return <span className="mute">Another row has this UTR.</span>
  return (
    <>
      <StatusTag status={status} />{' '}
      <span className="mute">
        {decidedAt !== null && formatDay(decidedAt)} by {decidedBy}
        {adminReason !== null && `: ${adminReason}`}
      </span>
    </>
  )
}

const kindWords = {
  credit: 'Credit',
  debit: 'Debit',
  interest: 'Interest',
  reversal: 'Reversal',
  other: 'Other',
} as const

const columnsOf: Readonly<Record<Exclude<BankTab, 'near'>, readonly Column[]>> = {
  exact: [
    row,
    amount,
    utr,
    { title: 'Method', cell: ({ request }) => request?.method, phone: 'hide' },
    requestOf,
    {
      title: 'Asked',
      cell: (match, note) => (
        <span className={styles.notes}>
          <span>
            <span className="phone mute">asked </span>
            {match.request && formatDay(match.request.createdAt)}
          </span>
          {note !== null && <Tag tone="info">{note}</Tag>}
          <RequestNotes match={match} />
        </span>
      ),
    },
  ],
  used: [row, amount, utr, requestOf, { title: 'Decided before', cell: (match) => <Decided {...match} /> }],
  none: [
    row,
    amount,
    utr,
    {
      title: 'Bank text',
      phone: 'first',
      cell: (match) => (
        <>
          <span className={styles.text}>{match.text}</span>
          {match.request && (
            <span className={styles.after}>
              <Decided {...match} />
            </span>
          )}
        </>
      ),
    },
  ],
  other: [
    row,
    { title: 'Amount', cell: (match) => <b>{formatNet(match.amount)}</b>, isNumber: true },
    { title: 'Bank text', phone: 'first', cell: (match) => <span className={styles.text}>{match.text}</span> },
    { title: 'Kind', cell: ({ kind }) => <Tag>{kindWords[kind]}</Tag> },
  ],
}

/** Boxes to tick before each row. */
export interface Ticks {
  readonly isTicked: (match: BankMatch) => boolean
  /** Why the box of a row is not ticked: it came after others were ticked, or the reason of its tick is over. */
  readonly noteOf: (match: BankMatch) => string | null
  readonly onTick: (match: BankMatch, ticked: boolean) => void
  readonly all: { readonly ticked: boolean; readonly onTick: (ticked: boolean) => void; readonly label: string }
}

interface MatchTableProps {
  tab: Exclude<BankTab, 'near'>
  listing: Listing<BankMatch>
  empty: string
  ticks?: Ticks | undefined
}

function TickCell({ match, ticks }: { match: BankMatch; ticks: Ticks }): ReactNode {
  return (
    <td className={styles.tick}>
      <label>
        <input
          type="checkbox"
          aria-label={`Row ${match.row}`}
          checked={ticks.isTicked(match)}
          onChange={({ target }) => ticks.onTick(match, target.checked)}
        />
      </label>
    </td>
  )
}

/** Rows of a tab. */
export function MatchTable({ tab, listing, empty, ticks }: MatchTableProps): ReactNode {
  const { rows, known, busy, more } = listing
  if (!known) return <Skeleton look="table" rows={6} label="Loading the rows" />
  if (rows.length === 0) return <EmptyState icon={Inbox} title={empty} />
  const columns = columnsOf[tab]
  const lookOf = ({ isNumber = false, phone }: Column): string =>
    classNames(isNumber && styles.number, phone === 'hide' && styles.hide, phone === 'first' && styles.first)
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Rows of the bank" aria-busy={busy}>
        <thead>
          <tr>
            {ticks && (
              <th scope="col" className={styles.tick}>
                <label>
                  <input
                    type="checkbox"
                    aria-label={ticks.all.label}
                    checked={ticks.all.ticked}
                    onChange={({ target }) => ticks.all.onTick(target.checked)}
                  />
                </label>
              </th>
            )}
            {columns.map((column) => (
              <th key={column.title} scope="col" className={lookOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((match) => (
            <tr key={match.rowId}>
              {ticks && <TickCell match={match} ticks={ticks} />}
              {columns.map((column) => (
                <td key={column.title} className={lookOf(column)}>
                  {column.cell(match, ticks?.noteOf(match) ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more && (
        <Button className={styles.more} busy={busy} onClick={more}>
          Show more
        </Button>
      )}
    </div>
  )
}

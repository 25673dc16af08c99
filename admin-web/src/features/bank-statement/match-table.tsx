import type { BankTab } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../core/format/amount.tsx'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { groupsOfFour, wholeReference, withoutSpaces } from '../../entities/queue/reference.ts'
import { requestPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Ticks } from '../../core/table/data-table.tsx'
import { amountColumn, countColumn } from '../../core/table/table.ts'
import type { Column, Listing, Table } from '../../core/table/table.ts'
import { CorrectBalance } from '../../entities/ledger/correct-balance.tsx'
import type { BankMatch } from './bank-api.ts'
import { RequestNotes } from './request-notes.tsx'
import styles from './bank-table.module.css'

/** A row of a bank, credit or debit. */
interface BankRow {
  readonly rowId: string
  readonly row: number
}

/** The number of a row in its file. */
export const rowColumn: Column<BankRow> = countColumn('Row', ({ row }) => row, { place: 'desk' })

interface RowsTableProps<Row extends BankRow> extends Pick<Table<Row>, 'label' | 'what' | 'columns'> {
  listing: Listing<Row>
  empty: string
  ticks?: Omit<Ticks<Row>, 'labelOf'> | undefined
}

/** Rows of a bank under a tab. */
export function RowsTable<Row extends BankRow>({ listing, empty, ticks, ...table }: RowsTableProps<Row>): ReactNode {
  return (
    <DataTable<Row>
      table={{ ...table, idOf: ({ rowId }) => rowId }}
      listing={listing}
      variant="pane"
      keys="inside"
      usualRows={6}
      ticks={ticks && { ...ticks, labelOf: ({ row }) => `Row ${row}` }}
      empty={{ icon: Inbox, title: empty }}
    />
  )
}

const utr: Column<BankMatch> = {
  title: 'UTR',
  text: (match) => match.utr ?? 'none',
  cell: (match) => (
    <>
      {match.utr === null ? (
        'none'
      ) : (
        <span className={styles.utr}>
          {groupsOfFour(wholeReference(match.utr))}
          <Copied text={withoutSpaces(wholeReference(match.utr))} label={`Copy the UTR of row ${match.row}`} />
        </span>
      )}
      <span className={styles.below}>
        row {formatCount(match.row)}, {formatDate(match.day)}
      </span>
    </>
  ),
  place: 'line',
}
const amount = amountColumn<BankMatch>('Amount', (match) => match.amount, {
  cell: (match) => <b>{formatRupees(match.amount)}</b>,
  sort: true,
  place: 'end',
})
const requestOf: Column<BankMatch> = {
  title: 'Request of',
  text: ({ request }) => request?.user.email ?? '',
  cell: ({ request }) => request && <Link to={requestPath('deposit', request._id)}>{request.user.email}</Link>,
  place: 'head',
}
const bankText: Column<BankMatch> = { title: 'Bank text', text: (match) => match.text, place: 'head' }

function Decided({ request }: BankMatch): ReactNode {
  if (!request) return <span className={textClass('mute')}>The request no longer exists.</span>
  const { status, decidedAt, decidedBy, adminReason } = request
  return (
    <>
      <StatusTag status={status} />{' '}
      <span className={textClass('mute')}>
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

/** What the row has more than what was booked, in paise; NaN without a request. */
const differenceOf = ({ amount: arrived, request }: BankMatch): number => arrived - (request?.amount ?? Number.NaN)

/** Opens the correction of the balance by the difference. */
function Correct({ match }: { match: BankMatch }): ReactNode {
  const { request, utr: reference, amount: arrived } = match
  if (!request) return null
  const reason = `Deposit ${request._id}: booked ${formatRupees(request.amount)}, the bank has ${formatRupees(arrived)} (UTR ${wholeReference(reference ?? '')}).`
  return <CorrectBalance playerId={request.user._id} shown={{ paise: differenceOf(match), reason }} />
}

const decidedColumns: readonly Column<BankMatch>[] = [
  rowColumn,
  amount,
  utr,
  requestOf,
  {
    title: 'Decision',
    text: ({ request }) => request?.status ?? '',
    cell: (match) => <Decided {...match} />,
    place: 'line',
  },
]

const columnsOf: Readonly<Record<Exclude<BankTab, 'near' | 'exact'>, readonly Column<BankMatch>[]>> = {
  misbooked: [
    rowColumn,
    { ...amount, title: 'At the bank' },
    amountColumn('Booked', ({ request }) => request?.amount ?? null),
    amountColumn('Difference', differenceOf, {
      cell: (match) => <b className={textClass('loss')}>{formatNet(differenceOf(match))}</b>,
    }),
    utr,
    requestOf,
    { title: 'Correction', text: () => '', cell: (match) => <Correct match={match} />, place: 'line' },
  ],
  rejected: decidedColumns,
  used: decidedColumns,
  none: [
    rowColumn,
    amount,
    utr,
    {
      ...bankText,
      cell: (match) => (
        <>
          {match.text}
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
    rowColumn,
    { ...amount, cell: (match) => <b>{formatNet(match.amount)}</b> },
    bankText,
    {
      title: 'Kind',
      text: ({ kind }) => kindWords[kind],
      cell: ({ kind }) => <Tag>{kindWords[kind]}</Tag>,
      place: 'line',
    },
  ],
}

/** @param noteOf why the box of a row is not ticked */
const exactColumns = (noteOf: (match: BankMatch) => string | null): readonly Column<BankMatch>[] => [
  rowColumn,
  amount,
  utr,
  { title: 'Method', text: ({ request }) => request?.method ?? '', place: 'desk' },
  requestOf,
  {
    title: 'Asked',
    text: ({ request }) => request?.createdAt ?? '',
    cell: (match) => (
      <span className={styles.notes}>
        <span>
          <span className={textClass('phone', 'mute')}>asked </span>
          {match.request && formatDay(match.request.createdAt)}
        </span>
        {noteOf(match) !== null && <Tag tone="info">{noteOf(match)}</Tag>}
        <RequestNotes match={match} />
      </span>
    ),
    sort: true,
    place: 'line',
  },
]

/** Boxes to tick before each row. */
export interface MatchTicks extends Omit<Ticks<BankMatch>, 'labelOf'> {
  /** Why the box of a row is not ticked: it came after others were ticked, or the reason of its tick is over. */
  readonly noteOf: (match: BankMatch) => string | null
}

interface MatchTableProps {
  tab: Exclude<BankTab, 'near'>
  listing: Listing<BankMatch>
  empty: string
  ticks?: MatchTicks | undefined
}

/** Rows of a tab. */
export function MatchTable({ tab, ticks, ...rows }: MatchTableProps): ReactNode {
  const columns = tab === 'exact' ? exactColumns((match) => ticks?.noteOf(match) ?? null) : columnsOf[tab]
  return <RowsTable label="Rows of the bank" what="the rows" columns={columns} ticks={ticks} {...rows} />
}

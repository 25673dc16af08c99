import { DepositFilters, paiseOfRupees } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatDay } from '../../core/format/time.ts'
import type { Column, Filter } from '../../core/table/table.ts'
import { amountColumn, filterOf, timeColumn } from '../../core/table/table.ts'
import { tableQuery } from '../../core/table/table-query.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { NotesTag } from './admin-notes.tsx'
import { AgeTag } from './age-tag.tsx'
import { bankFilter } from './bank-tag.tsx'
import { RequestItem } from './request-list.tsx'
import type { AmountFilter, QueuePort, QueueQuery, QueueRequest, QueueTable, Row } from './request.ts'

/** The lists of a desk. */
const statuses = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected', all: 'All' }
const statusFilter = filterOf('status', 'Status', statuses)

/** A filter by claim. The requests of this admin are listed with the free ones, so that an opened request stays in the list. */
const claims = { anyone: 'Anyone', others: 'Others', nobody_else: 'Free or mine' }
const handledFilter = filterOf('handledBy', 'Handled by', claims)

/** A filter by the admin who decided. */
const decidedFilter = filterOf('decidedBy', 'Decided by', { anyone: 'Anyone', me: 'Me' })

/** Which time the days are of. A report counts what was booked on its days. */
const daysFilter = filterOf('daysOf', 'Days of', { asked: 'Asked', decided: 'Decided', booked: 'Booked' })

/** A filter of amounts in three parts. @param from the lowest and @param to the highest amount of the middle part, in rupees */
export function amountFilter(from: number, to: number): AmountFilter {
  const [low, high] = [formatRupeesShort(from * 100), formatRupeesShort(to * 100)]
  return {
    ...filterOf('amount', 'Amount', {
      any: 'Any',
      small: `below ${low}`,
      middle: `${low} to ${high}`,
      large: `above ${high}`,
    }),
    bands: {
      small: { maxAmount: paiseOfRupees(from - 0.01) },
      middle: { minAmount: paiseOfRupees(from), maxAmount: paiseOfRupees(to) },
      large: { minAmount: paiseOfRupees(to + 0.01) },
    },
  }
}

/** When a request came; of a pending request, how long ago. */
const askedColumn = <Request extends QueueRequest>(kind: RequestKind): Column<Row<Request>> =>
  timeColumn('Asked', ({ request }) => request.createdAt, {
    cell: ({ request: { status, createdAt } }, nowMs) =>
      status === 'pending' ? <AgeTag kind={kind} ageMs={nowMs - Date.parse(createdAt)} /> : formatDay(createdAt),
    sort: 'createdAt',
  })

/** The columns of any decision: the amount, the status, and who decided it when and why. */
const decisionColumns = <Request extends QueueRequest>(
  reasonOf: (request: Request) => string | null,
): readonly Column<Row<Request>>[] => [
  amountColumn('Amount', ({ request }) => request.amount, {
    cell: ({ request }) => <b>{formatRupees(request.amount)}</b>,
    sort: 'amount',
  }),
  {
    title: 'Status',
    text: ({ request }) => request.status,
    cell: ({ request }) => <StatusTag status={request.status} />,
  },
  timeColumn('Decided', ({ request }) => request.decidedAt, {
    cell: ({ request: { decidedAt } }) => (decidedAt === null ? '' : formatDay(decidedAt)),
  }),
  { title: 'By', text: ({ request }) => request.decidedBy ?? '' },
  { title: 'Reason', text: ({ request }) => reasonOf(request) ?? '' },
]

interface TableParts<Request extends QueueRequest>
  extends
    Pick<QueueTable<Request>, 'label' | 'searchHint' | 'filters' | 'amount'>,
    Pick<QueuePort<Request>, 'kind' | 'reasonOf'> {
  /** The columns of this kind, after the player. */
  readonly own: readonly { readonly title: string; readonly of: (request: Request) => string }[]
  /** Stands at the end of the second line of an item. */
  readonly remark: (request: Request) => string
}

/** The requests of one kind as a table, and as items of a list beside the open request. */
export function requestTable<Request extends QueueRequest>(parts: TableParts<Request>): QueueTable<Request> {
  const { kind, label, searchHint, filters, amount, own, reasonOf, remark } = parts
  return {
    label,
    idOf: ({ request }) => request._id,
    tabs: statusFilter,
    filters: [daysFilter, ...filters, amount, handledFilter, decidedFilter],
    dated: 'Asked',
    amount,
    searchHint,
    columns: [
      askedColumn(kind),
      {
        title: 'Player',
        text: ({ request }) => request.user.email,
        cell: ({ request }) => (
          <>
            {request.user.email} <NotesTag notes={request.notes} />
          </>
        ),
      },
      ...own.map(({ title, of }): Column<Row<Request>> => ({ title, text: ({ request }) => of(request) })),
      ...decisionColumns<Request>(reasonOf),
    ],
    item: (row, nowMs) => <RequestItem kind={kind} row={row} nowMs={nowMs} remark={remark(row.request)} />,
    isFaint: ({ left }) => left,
  }
}

/** The filters of the queue or of another list. Only a pending request has a claim and a bank state. Only a decided request has a decision. */
function filtersOf(filters: readonly Filter[], isQueue: boolean): readonly Filter[] {
  const left = isQueue ? [decidedFilter, daysFilter] : [handledFilter, bankFilter]
  return filters.filter((filter) => !left.includes(filter))
}

/** The table with the filters of the list that is shown, and the days by their name. */
export function shownTable<Request extends QueueRequest>(
  table: QueueTable<Request>,
  { chosen }: TableState,
): QueueTable<Request> {
  const isQueue = chosen(table.tabs) === 'pending'
  const word = daysFilter.options.find(([value]) => value === chosen(daysFilter))?.[1]
  return { ...table, filters: filtersOf(table.filters, isQueue), ...(!isQueue && word && { dated: word }) }
}

/** The query of what the address says. */
export function requestQuery<Request extends QueueRequest>(table: QueueTable<Request>, state: TableState): QueueQuery {
  const { tabs, filters, amount } = table
  const kept = filtersOf(filters, state.chosen(tabs) === 'pending')
  return {
    ...tableQuery({ input: DepositFilters }, { tabs, filters: kept }, state),
    ...amount.bands[state.chosen(amount)],
  }
}

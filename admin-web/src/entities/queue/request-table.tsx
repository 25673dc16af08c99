import { DepositFilters, HandledBy, paiseOfRupees, RequestStatus } from '@kismet/contracts'
import type { Paise, RequestKind } from '@kismet/contracts'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatDay } from '../../core/format/time.ts'
import type { Column, Filter } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { AgeTag } from './age-tag.tsx'
import { RequestItem } from './request-list.tsx'
import type { QueuePort, QueueQuery, QueueRequest, QueueTable, Row } from './request.ts'

/** The lists of a desk. */
const statusFilter: Filter = {
  name: 'status',
  title: 'Status',
  options: [
    ['pending', 'Pending'],
    ['approved', 'Approved'],
    ['rejected', 'Rejected'],
    ['all', 'All'],
  ],
}

/** A filter by claim. The requests of this admin are listed with the free ones, so that an opened request stays in the list. */
export const handledFilter: Filter = {
  name: 'handledBy',
  title: 'Handled by',
  options: [
    ['anyone', 'Anyone'],
    ['others', 'Others'],
    ['nobody_else', 'Free or mine'],
  ],
}

/** A part of all amounts, both ends included. */
interface Band {
  readonly minAmount?: Paise
  readonly maxAmount?: Paise
}

interface AmountFilter extends Filter {
  readonly bands: Readonly<Record<string, Band>>
}

/** A filter of amounts in three parts. @param from the lowest and @param to the highest amount of the middle part, in rupees */
export function amountFilter(from: number, to: number): AmountFilter {
  const [low, high] = [formatRupeesShort(from * 100), formatRupeesShort(to * 100)]
  return {
    name: 'amount',
    title: 'Amount',
    options: [
      ['any', 'Any'],
      ['small', `below ${low}`],
      ['middle', `${low} to ${high}`],
      ['large', `above ${high}`],
    ],
    bands: {
      small: { maxAmount: paiseOfRupees(from - 0.01) },
      middle: { minAmount: paiseOfRupees(from), maxAmount: paiseOfRupees(to) },
      large: { minAmount: paiseOfRupees(to + 0.01) },
    },
  }
}

/** When a request came; of a pending request, how long ago. */
const askedColumn = <Request extends QueueRequest>(kind: RequestKind): Column<Row<Request>> => ({
  title: 'Asked',
  text: ({ request }) => request.createdAt,
  cell: ({ request: { status, createdAt } }, nowMs) =>
    status === 'pending' ? <AgeTag kind={kind} ageMs={nowMs - Date.parse(createdAt)} /> : formatDay(createdAt),
  sort: 'createdAt',
})

/** The columns of any decision: the amount, the status, and who decided it when and why. */
const decisionColumns = <Request extends QueueRequest>(
  reasonOf: (request: Request) => string | null,
): readonly Column<Row<Request>>[] => [
  {
    title: 'Amount',
    text: ({ request }) => String(request.amount / 100),
    cell: ({ request }) => <b>{formatRupees(request.amount)}</b>,
    sort: 'amount',
    isNumber: true,
  },
  {
    title: 'Status',
    text: ({ request }) => request.status,
    cell: ({ request }) => <StatusTag status={request.status} />,
  },
  {
    title: 'Decided',
    text: ({ request }) => request.decidedAt ?? '',
    cell: ({ request: { decidedAt } }) => (decidedAt === null ? '' : formatDay(decidedAt)),
  },
  { title: 'By', text: ({ request }) => request.decidedBy ?? '' },
  { title: 'Reason', text: ({ request }) => reasonOf(request) ?? '' },
]

interface TableParts<Request extends QueueRequest>
  extends Pick<QueueTable<Request>, 'label' | 'searchHint' | 'filters'>, Pick<QueuePort<Request>, 'kind' | 'reasonOf'> {
  /** The columns of this kind, after the player. */
  readonly own: readonly { readonly title: string; readonly of: (request: Request) => string }[]
  /** Stands at the end of the second line of an item. */
  readonly remark: (request: Request) => string
}

/** The requests of one kind as a table, and as items of a list beside the open request. */
export function requestTable<Request extends QueueRequest>(parts: TableParts<Request>): QueueTable<Request> {
  const { kind, label, searchHint, filters, own, reasonOf, remark } = parts
  return {
    label,
    idOf: ({ request }) => request._id,
    tabs: statusFilter,
    filters: [...filters, handledFilter],
    searchHint,
    columns: [
      askedColumn(kind),
      { title: 'Player', text: ({ request }) => request.user.email },
      ...own.map(({ title, of }): Column<Row<Request>> => ({ title, text: ({ request }) => of(request) })),
      ...decisionColumns<Request>(reasonOf),
    ],
    item: (row, nowMs) => <RequestItem kind={kind} row={row} nowMs={nowMs} remark={remark(row.request)} />,
    isFaint: ({ left }) => left,
  }
}

/** The query of what the address says, without the filters of one kind. */
export function requestQuery({ chosen, search, sort }: TableState, amount: AmountFilter): QueueQuery {
  const by = DepositFilters.shape.sort.safeParse(sort?.by).data
  const ofStatus = RequestStatus.safeParse(chosen(statusFilter)).data
  const handledBy = ofStatus === 'pending' ? HandledBy.safeParse(chosen(handledFilter)).data : undefined
  return {
    ...(ofStatus && { status: ofStatus }),
    ...(handledBy && { handledBy }),
    ...amount.bands[chosen(amount)],
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(by && sort && { sort: by, order: sort.order }),
  }
}

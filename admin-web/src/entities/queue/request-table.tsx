import { HandledBy, RequestStatus } from '@kismet/contracts'
import type { Paise, RequestKind } from '@kismet/contracts'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatDay } from '../../core/format/time.ts'
import type { Column, Filter } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { AgeTag } from './age-tag.tsx'
import type { QueueRequest, Row } from './request.ts'

/** The lists of a desk. */
export const statusFilter: Filter = {
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
export interface Band {
  readonly minAmount?: Paise
  readonly maxAmount?: Paise
}

/** When it was asked for; of one that waits, how long ago. */
export const askedColumn = <Request extends QueueRequest>(kind: RequestKind): Column<Row<Request>> => ({
  title: 'Asked',
  text: ({ request }) => request.createdAt,
  cell: ({ request: { status, createdAt } }, nowMs) =>
    status === 'pending' ? <AgeTag kind={kind} ageMs={nowMs - Date.parse(createdAt)} /> : formatDay(createdAt),
  sort: 'createdAt',
})

/** What every request has beside its own columns, in their order: the amount, its state, and who decided it when and why. */
export const decisionColumns = <Request extends QueueRequest>(
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

/** What the server is asked for by what the address says, but for the filters of one kind. @param sorted what it can be sorted by */
export function requestQuery<Sort extends string>(
  { chosen, search, sort }: TableState,
  band: Band | undefined,
  sorted: { safeParse: (by: unknown) => { data?: Sort | undefined } },
): Band & { status?: RequestStatus; handledBy?: HandledBy; search?: string; sort?: Sort; order?: 'asc' | 'desc' } {
  const by = sorted.safeParse(sort?.by).data
  const ofStatus = RequestStatus.safeParse(chosen(statusFilter)).data
  const handledBy = ofStatus === 'pending' ? HandledBy.safeParse(chosen(handledFilter)).data : undefined
  return {
    ...(ofStatus && { status: ofStatus }),
    ...(handledBy && { handledBy }),
    ...band,
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(by && sort && { sort: by, order: sort.order }),
  }
}

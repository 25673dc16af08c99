import { adminListDeposits, DepositMethod, paiseOfRupees, RequestStatus } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { StatusTag } from '@kismet/ui/feedback/tag.tsx'
import type { Filter, Table } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import type { DepositQuery } from '../../entities/queue/deposits-api.ts'
import { DepositItem } from './deposit-item.tsx'
import type { Row } from './queue.ts'

const status: Filter = {
  name: 'status',
  title: 'Status',
  options: [
    ['pending', 'Pending'],
    ['approved', 'Approved'],
    ['rejected', 'Rejected'],
    ['all', 'All'],
  ],
}

const method: Filter = {
  name: 'method',
  title: 'Method',
  options: [['any', 'Any'], ...DepositMethod.options.map((name) => [name, name] as const)],
}

/** Amounts in three parts, both ends included. */
const bands: Readonly<Record<string, { minAmount?: Paise; maxAmount?: Paise }>> = {
  small: { maxAmount: paiseOfRupees(999.99) },
  middle: { minAmount: paiseOfRupees(1_000), maxAmount: paiseOfRupees(5_000) },
  large: { minAmount: paiseOfRupees(5_000.01) },
}
const amount: Filter = {
  name: 'amount',
  title: 'Amount',
  options: [
    ['any', 'Any'],
    ['small', 'below ₹1,000'],
    ['middle', '₹1,000 to ₹5,000'],
    ['large', 'above ₹5,000'],
  ],
}

/** The requests of players as a list of the back office. */
export const depositTable: Table<Row> = {
  label: 'Deposit requests',
  idOf: ({ deposit }) => deposit._id,
  tabs: status,
  filters: [method, amount],
  searchHint: 'Player, UTR, id',
  columns: [
    { title: 'Asked', text: ({ deposit }) => deposit.createdAt, cell: asked, sort: 'createdAt' },
    { title: 'Player', text: ({ deposit }) => deposit.user.email },
    { title: 'Method', text: ({ deposit }) => deposit.method },
    { title: 'UTR', text: ({ deposit }) => deposit.utr },
    {
      title: 'Amount',
      text: ({ deposit }) => String(deposit.amount / 100),
      cell: ({ deposit }) => <b>{formatRupees(deposit.amount)}</b>,
      sort: 'amount',
      isNumber: true,
    },
    {
      title: 'Status',
      text: ({ deposit }) => deposit.status,
      cell: ({ deposit }) => <StatusTag status={deposit.status} />,
    },
    {
      title: 'Decided',
      text: ({ deposit }) => deposit.decidedAt ?? '',
      cell: ({ deposit: { decidedAt } }) => (decidedAt === null ? '' : formatDay(decidedAt)),
    },
    { title: 'By', text: ({ deposit }) => deposit.decidedBy ?? '' },
    { title: 'Reason', text: ({ deposit }) => deposit.adminReason ?? '' },
  ],
  fold: (row, nowMs) => <DepositItem row={row} nowMs={nowMs} />,
  isFaint: ({ left }) => left,
}

function asked({ deposit: { status: now, createdAt } }: Row, nowMs: number): ReactNode {
  return now === 'pending' ? <AgeTag ageMs={nowMs - Date.parse(createdAt)} /> : formatDay(createdAt)
}

const Sorted = adminListDeposits.input.shape.sort

/** What the server is asked for by what the address says. */
export function queryOf({ chosen, search, sort }: TableState): DepositQuery {
  const by = Sorted.safeParse(sort?.by).data
  const ofStatus = RequestStatus.safeParse(chosen(status)).data
  const ofMethod = DepositMethod.safeParse(chosen(method)).data
  return {
    ...(ofStatus && { status: ofStatus }),
    ...(ofMethod && { method: ofMethod }),
    ...bands[chosen(amount)],
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(by && sort && { sort: by, order: sort.order }),
  }
}

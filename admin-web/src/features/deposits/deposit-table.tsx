import { adminListDeposits, DepositMethod, paiseOfRupees } from '@kismet/contracts'
import type { Filter } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import type { AdminDeposit, DepositQuery } from '../../entities/queue/deposits-api.ts'
import type { QueueTable } from '../../entities/queue/request.ts'
import { RequestItem } from '../../entities/queue/request-item.tsx'
import {
  askedColumn,
  decisionColumns,
  handledFilter,
  requestQuery,
  statusFilter,
} from '../../entities/queue/request-table.tsx'
import type { Band } from '../../entities/queue/request-table.tsx'

const method: Filter = {
  name: 'method',
  title: 'Method',
  options: [['any', 'Any'], ...DepositMethod.options.map((name) => [name, name] as const)],
}

/** Amounts in three parts, both ends included. */
const bands: Readonly<Record<string, Band>> = {
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
export const depositTable: QueueTable<AdminDeposit> = {
  label: 'Deposit requests',
  idOf: ({ request }) => request._id,
  tabs: statusFilter,
  filters: [method, amount, handledFilter],
  searchHint: 'Player, UTR, id',
  columns: [
    askedColumn('deposit'),
    { title: 'Player', text: ({ request }) => request.user.email },
    { title: 'Method', text: ({ request }) => request.method },
    { title: 'UTR', text: ({ request }) => request.utr },
    ...decisionColumns<AdminDeposit>((request) => request.adminReason),
  ],
  item: (row, nowMs) => <RequestItem kind="deposit" row={row} nowMs={nowMs} remark={row.request.method} />,
  isFaint: ({ left }) => left,
}

const Sorted = adminListDeposits.input.shape.sort

/** What the server is asked for by what the address says. */
export function queryOf(state: TableState): DepositQuery {
  const ofMethod = DepositMethod.safeParse(state.chosen(method)).data
  return { ...requestQuery(state, bands[state.chosen(amount)], Sorted), ...(ofMethod && { method: ofMethod }) }
}

import { adminListWithdrawals, paiseOfRupees } from '@kismet/contracts'
import type { Filter } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
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
import type { AdminWithdrawal, WithdrawalQuery } from './withdrawals-api.ts'

/** Amounts in three parts, both ends included. */
const bands: Readonly<Record<string, Band>> = {
  small: { maxAmount: paiseOfRupees(9_999.99) },
  middle: { minAmount: paiseOfRupees(10_000), maxAmount: paiseOfRupees(100_000) },
  large: { minAmount: paiseOfRupees(100_000.01) },
}
const amount: Filter = {
  name: 'amount',
  title: 'Amount',
  options: [
    ['any', 'Any'],
    ['small', 'below ₹10,000'],
    ['middle', '₹10,000 to ₹1,00,000'],
    ['large', 'above ₹1,00,000'],
  ],
}

/** The end of an account number, by which people know it. */
const accountEnd = (accountNumber: string): string => `••${accountNumber.slice(-4)}`

/** The withdrawals of players as a list of the back office. */
export const withdrawalTable: QueueTable<AdminWithdrawal> = {
  label: 'Withdrawal requests',
  idOf: ({ request }) => request._id,
  tabs: statusFilter,
  filters: [amount, handledFilter],
  searchHint: 'Player, account, id',
  columns: [
    askedColumn('withdrawal'),
    { title: 'Player', text: ({ request }) => request.user.email },
    { title: 'Name', text: ({ request }) => request.account.name },
    { title: 'Account', text: ({ request }) => accountEnd(request.account.accountNumber) },
    ...decisionColumns<AdminWithdrawal>((request) => request.rejectionReason),
  ],
  item: (row, nowMs) => (
    <RequestItem kind="withdrawal" row={row} nowMs={nowMs} remark={accountEnd(row.request.account.accountNumber)} />
  ),
  isFaint: ({ left }) => left,
}

const Sorted = adminListWithdrawals.input.shape.sort

/** What the server is asked for by what the address says. */
export function queryOf(state: TableState): WithdrawalQuery {
  return requestQuery(state, bands[state.chosen(amount)], Sorted)
}

import { z } from 'zod'
import { AccountIndex, accountId, BankAccount, givenPassword } from './bank-accounts.ts'
import { DayRange } from './day-range.ts'
import { limits } from './limits.ts'
import { inRupees, PlayerBalance, rupees, Rupees, RupeesText } from './money.ts'
import { adminRoles, operation, streamRoute } from './operation.ts'
import type { AdminRole } from './operation.ts'
import { DepositFilters } from './deposits.ts'
import { AdminListQuery, Id, IsoTime, openEnum, PageQuery } from './primitives.ts'
import {
  approvalErrors,
  DaysOf,
  DecidedBy,
  deciders,
  firstOfTwo,
  HandledBy,
  requestForAdmins,
  RequestId,
  RequestStatus,
  usualMinutes,
} from './requests.ts'
import { FileQuery, fileTypes } from './table-files.ts'

/**
 * What has happened to a request, in its order.
 * - `held`: the money is on hold.
 * - `being_paid`: an admin pays the money at the bank.
 * - `paid_out`: the hold is booked as paid.
 * - `returned`: the money is in the balance again.
 */
const WithdrawalStep = openEnum(['requested', 'held', 'being_paid', 'approved', 'rejected', 'paid_out', 'returned'])

/** A withdrawal as its player sees it. The account is as it was when it was asked for. */
export const Withdrawal = z.object({
  _id: Id,
  user: Id,
  amount: Rupees,
  account: BankAccount.pick({ name: true, accountNumber: true, ifsc: true, mobile: true }),
  status: openEnum(RequestStatus.options),
  rejectionReason: z.string().nullable(),
  /** The bank's reference of the payment (UTR). Null: not paid, or the bank gave no reference. The previous release sends no reference. */
  paidReference: z.string().nullable().default(null),
  createdAt: IsoTime,
  /** A pending request without `held` has an unknown outcome of its hold. Kismet retries the hold until the outcome is known. */
  steps: z.array(z.object({ step: WithdrawalStep, at: IsoTime })),
})

/**
 * An admin is paying the withdrawal at the bank. `until`: when the payout expires; null for a line of a payment file
 * (`file`), which does not expire. An expired payout stays until its end, because the money may have left.
 */
export const Payout = z.object({
  adminId: Id,
  by: z.string(),
  since: IsoTime,
  until: IsoTime.nullable(),
  file: Id.nullable(),
})
export type Payout = z.output<typeof Payout>

/** As admins see it; who may not see the whole number of the account sees the last four digits behind dots. */
export const AdminWithdrawal = Withdrawal.extend({
  ...requestForAdmins,
  /** Null without a payout, and after the decision. The previous release sends no payout. */
  payout: Payout.nullable().default(null),
  /** Whether the next approval is the first of two, which comes before a payout. */
  needsFirstApproval: z.boolean().default(false),
  account: Withdrawal.shape.account.extend({ accountId: Id, addedAt: IsoTime, changedAt: IsoTime }),
})

const { minRupees, maxRupees } = limits.withdrawal
const validAmount = 'Enter a valid amount'

const amount = rupees(
  z
    .number({ error: validAmount })
    .positive({ error: validAmount, abort: true })
    .min(minRupees, { error: () => `Minimum withdrawal amount is ${inRupees(minRupees)}` })
    .max(maxRupees, { error: () => `Maximum withdrawal amount is ${inRupees(maxRupees)}` }),
)

export const requestWithdrawal = operation({
  subject: 'payments.request-withdrawal',
  route: {
    method: 'POST',
    path: '/api/withdraw',
    access: 'player',
    rate: 'command',
    idempotent: true,
    closedInMaintenance: true,
    summary: 'Ask for a withdrawal to a saved bank account; the amount is held at once',
  },
  input: z.object({ accountIndex: AccountIndex, amount, accountId, withdrawPassword: givenPassword }),
  output: z.object({ withdrawal: Withdrawal, message: z.string(), ...PlayerBalance.shape }),
  errors: [
    'not_found',
    'account_changed',
    'account_waits',
    'idempotency_conflict',
    'wrong_withdraw_password',
    'too_many_pending',
    'insufficient_balance',
    'amount_over_limit',
    'account_suspended',
    'maintenance',
  ],
  timeoutMs: 12_000,
})

export const listWithdrawals = operation({
  subject: 'payments.list-withdrawals',
  route: {
    method: 'GET',
    path: '/api/withdraw',
    access: 'player',
    rate: 'read',
    summary: 'Own withdrawals, newest first',
  },
  input: PageQuery,
  output: z.object({ withdrawals: z.array(Withdrawal), nextCursor: z.string().nullable(), usualMinutes }),
  errors: [],
})

/** The filters of the list of withdrawals and of its export, as of deposits. `search` also finds the name, number and IFSC of the account. */
const WithdrawalFilters = AdminListQuery.pick({ search: true, order: true }).extend({
  sort: z.enum(['createdAt', 'amount']).optional(),
  status: RequestStatus.optional(),
  minAmount: RupeesText.optional(),
  maxAmount: RupeesText.optional(),
  player: Id.optional(),
  handledBy: HandledBy.optional(),
  decidedBy: DecidedBy.optional(),
  daysOf: DaysOf.optional(),
  ...DayRange.shape,
})

/** The number of the requests of a list, and the sum of their amounts. */
const RequestSum = z.object({ count: z.int().nonnegative(), amount: Rupees })

export const sumDeposits = operation({
  subject: 'payments.sum-deposits',
  route: {
    method: 'GET',
    path: '/api/admin/request-sums/deposits',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The number and the sum of deposit requests, with the filters of their list',
  },
  input: DepositFilters,
  output: RequestSum,
  errors: [],
})

export const sumWithdrawals = operation({
  subject: 'payments.sum-withdrawals',
  route: {
    method: 'GET',
    path: '/api/admin/request-sums/withdrawals',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The number and the sum of withdrawals, with the filters of their list',
  },
  input: WithdrawalFilters,
  output: RequestSum,
  errors: [],
})

export const adminListWithdrawals = operation({
  subject: 'payments.admin-list-withdrawals',
  route: {
    method: 'GET',
    path: '/api/admin/withdrawals',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Withdrawals: pending oldest first, then decided newest first, or sorted',
  },
  input: PageQuery.extend(WithdrawalFilters.shape),
  output: z.object({ withdrawals: z.array(AdminWithdrawal), nextCursor: z.string().nullable(), pending: z.int() }),
  errors: [],
})

export const adminGetWithdrawal = operation({
  subject: 'payments.admin-get-withdrawal',
  route: {
    method: 'GET',
    path: '/api/admin/withdrawals/:id',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'One withdrawal',
  },
  input: RequestId,
  output: z.object({ withdrawal: AdminWithdrawal }),
  errors: ['not_found'],
})

/** Refusals while a payout is in progress, or has expired without an end. */
export const payoutGuards = ['being_paid', 'payout_expired'] as const

/** The longest reference has 22 characters; spaces, hyphens and words before the reference may come on top. */
const paidReference = z.string().max(100)

export const approveWithdrawal = operation({
  subject: 'payments.approve-withdrawal',
  route: {
    method: 'POST',
    path: '/api/admin/withdrawals/:id/approve',
    access: { admin: deciders },
    rate: 'command',
    acceptedWhen: 'pendingSecondApproval',
    summary: 'Mark a withdrawal as paid, once; some approvals take two admins',
  },
  /** `paidReference`: the bank's reference. Without a reference, the bank gave no reference. */
  input: RequestId.extend({ paidReference: paidReference.optional() }),
  output: z.object({ withdrawal: AdminWithdrawal, ...firstOfTwo }),
  errors: [
    ...approvalErrors,
    'hold_differs',
    ...payoutGuards,
    'first_approval_needed',
    'reference_paid',
    'bank_row_returned',
  ],
  timeoutMs: 10_000,
})

export const rejectWithdrawal = operation({
  subject: 'payments.reject-withdrawal',
  route: {
    method: 'POST',
    path: '/api/admin/withdrawals/:id/reject',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Reject a withdrawal, once; the money returns to the balance',
  },
  input: RequestId.extend({ reason: z.string().trim().max(limits.withdrawal.reasonMaxLength).optional() }),
  output: z.object({ withdrawal: AdminWithdrawal }),
  errors: ['not_found', 'already_decided', 'hold_differs', ...payoutGuards],
  timeoutMs: 10_000,
})

/** How many characters at the end of the id of a withdrawal stand in the remark of its payment, in upper case. */
export const payoutIdLength = 12

/** Who may take lists of people's payments away, and see the whole number of a bank account: others see how it ends. */
export const wholeAccountReaders = ['owner', 'cashier', 'auditor'] as const satisfies readonly AdminRole[]
/** How many digits at the end of an account number the others see. */
export const accountDigitsShown = 4
const exporters = { admin: wholeAccountReaders } as const

/** The list with its filters as a file of any length, in the order of `sort`: by time without it. */
export const exportWithdrawals = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/admin/exports/withdrawals',
    access: exporters,
    rate: 'export',
    summary: 'Withdrawals as CSV or XLSX, with the filters of their list',
  },
  query: WithdrawalFilters.extend(FileQuery.shape),
  output: { file: fileTypes },
  errors: [],
  maxBodyBytes: 0,
})

export const exportDeposits = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/admin/exports/deposits',
    access: exporters,
    rate: 'export',
    summary: 'Deposit requests as CSV or XLSX, with the filters of their list',
  },
  query: DepositFilters.extend(FileQuery.shape),
  output: { file: fileTypes },
  errors: [],
  maxBodyBytes: 0,
})

import { z } from 'zod'
import { bankStatementLimits } from './bank-files.ts'
import { BankRow } from './bank-statements.ts'
import { limits } from './limits.ts'
import { Rupees } from './money.ts'
import { adminRoles, operation, streamRoute } from './operation.ts'
import { Done, Id, IsoTime, NoInput, openEnum } from './primitives.ts'
import { NoteText } from './request-notes.ts'
import { deciders, RequestId } from './requests.ts'
import { FileQuery, fileTypes } from './table-files.ts'
import { AdminWithdrawal, payoutGuards } from './withdrawals.ts'

const readers = { admin: ['owner', 'cashier', 'auditor'] } as const

/** Starts a payout: other admins cannot pay, approve or reject the withdrawal until the payout ends or expires. */
export const payWithdrawal = operation({
  subject: 'payments.pay-withdrawal',
  route: {
    method: 'POST',
    path: '/api/admin/withdrawals/:id/pay',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Start to pay a withdrawal at the bank, or renew the own payout',
  },
  input: RequestId,
  output: z.object({ withdrawal: AdminWithdrawal }),
  errors: [
    'not_found',
    'already_decided',
    'own_request',
    'second_admin_needed',
    'first_approval_needed',
    ...payoutGuards,
  ],
})

export const releasePayout = operation({
  subject: 'payments.release-payout',
  route: {
    method: 'POST',
    path: '/api/admin/withdrawals/:id/release-payout',
    access: { admin: deciders },
    rate: 'command',
    summary: 'End a payout without a payment: an own or expired payout, or any payout by an owner',
  },
  input: RequestId,
  output: z.object({ withdrawal: AdminWithdrawal }),
  errors: ['not_found', 'already_decided', 'being_paid'],
})

/** `generic`: for a spreadsheet. The others are the layouts of the bulk payments of a bank. */
export const payoutFormats = ['generic', 'hdfc', 'icici', 'sbi'] as const
export const PayoutFormat = z.enum(payoutFormats)
export type PayoutFormat = z.output<typeof PayoutFormat>

/** A payment file. `open`: its withdrawals that are neither paid, rejected nor released. */
export const PayoutFile = z.object({
  _id: Id,
  format: openEnum(payoutFormats),
  fileName: z.string(),
  by: z.string(),
  at: IsoTime,
  count: z.int().positive(),
  amount: Rupees,
  open: z.int().nonnegative(),
})

export const createPayoutFile = operation({
  subject: 'payments.create-payout-file',
  route: {
    method: 'POST',
    path: '/api/admin/payout-files',
    access: { admin: deciders },
    rate: 'command',
    idempotent: true,
    summary: 'Make a payment file for the bank; its withdrawals are being paid until their end',
  },
  input: z.object({ ids: z.array(Id).min(1).max(limits.payout.fileLines), format: PayoutFormat }),
  output: z.object({ file: PayoutFile }),
  /** `payout_file_refused` names the withdrawals that cannot be in a file. The call changes no withdrawal then. */
  errors: ['payout_file_refused', 'idempotency_conflict'],
  timeoutMs: 10_000,
})

export const listPayoutFiles = operation({
  subject: 'payments.list-payout-files',
  route: {
    method: 'GET',
    path: '/api/admin/payout-files',
    access: readers,
    rate: 'read',
    summary: 'Payment files, newest first',
  },
  input: z.object({ before: Id.optional() }),
  output: z.object({ files: z.array(PayoutFile), next: Id.nullable() }),
  errors: [],
})

/** The list of the files, not what they hold. */
export const exportPayoutFiles = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/admin/exports/payout-files',
    access: readers,
    rate: 'export',
    summary: 'The list of payment files as CSV or XLSX',
  },
  query: FileQuery,
  output: { file: fileTypes },
  errors: [],
  maxBodyBytes: 0,
})

export const releasePayoutFile = operation({
  subject: 'payments.release-payout-file',
  route: {
    method: 'POST',
    path: '/api/admin/payout-files/:id/release',
    access: { admin: deciders },
    rate: 'command',
    summary: 'End the payouts of a file that did not go to the bank: by the admin who made the file, or an owner',
  },
  input: RequestId,
  output: z.object({ file: PayoutFile }),
  errors: ['not_found', 'being_paid'],
})

/** Only while all of its withdrawals are being paid, so that a file with an ended line never goes to the bank. */
export const downloadPayoutFile = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/admin/payout-files/:id/download',
    access: { admin: deciders },
    rate: 'export',
    summary: 'A payment file as the bank takes it',
  },
  output: { file: { csv: fileTypes.csv } },
  errors: ['not_found', 'payout_file_refused'],
  maxBodyBytes: 0,
})

/** `debitAccount`: the operator's own account, from which a payment file pays. */
export const PayoutSettings = z.object({
  leaseMinutes: z.int(),
  debitAccount: z.string().nullable(),
  version: z.string(),
})

export const getPayoutSettings = operation({
  subject: 'payments.get-payout-settings',
  route: {
    method: 'GET',
    path: '/api/admin/payout-settings',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'How long a payout lasts, and the account that payment files pay from',
  },
  input: NoInput,
  output: z.object({ settings: PayoutSettings }),
  errors: [],
})

const wrongMinutes = `Enter whole minutes from 1 to ${limits.payout.leaseMinutesMax}.`

export const setPayoutSettings = operation({
  subject: 'payments.set-payout-settings',
  route: {
    method: 'PUT',
    path: '/api/admin/payout-settings',
    access: { admin: ['owner'] },
    rate: 'command',
    summary: 'Set how long a payout lasts, and the account that payment files pay from',
  },
  input: z.object({
    leaseMinutes: z
      .int({ error: wrongMinutes })
      .min(1, { error: wrongMinutes })
      .max(limits.payout.leaseMinutesMax, { error: wrongMinutes }),
    debitAccount: z
      .string()
      .regex(/^\d{9,18}$/, { error: 'An account number has 9 to 18 digits.' })
      .nullable(),
    version: z.string().max(64).optional(),
  }),
  output: z.object({ settings: PayoutSettings }),
  errors: ['settings_changed'],
})

/**
 * How a row of the bank relates to the withdrawals.
 * - `exact`: a debit has the id or the reference of a withdrawal that is not paid, and its amount.
 * - `near`: a suggestion. An admin compares both.
 * - `paid`: the debit of a paid withdrawal.
 * - `none`: a debit without a withdrawal.
 * - `problem`: money and bookings disagree, see `payoutProblems`.
 * - `settled`: a problem that an admin has resolved.
 */
export const payoutTabs = ['exact', 'near', 'problem', 'settled', 'paid', 'none'] as const
export type PayoutTab = (typeof payoutTabs)[number]

/**
 * - `amount`: a debit names a withdrawal and has another amount.
 * - `rejected`: a debit paid a withdrawal that is rejected, so the player has the money twice.
 * - `twice`: another debit has paid the withdrawal before, or is its exact match.
 * - `returned`: the bank returned a payout. The player's balance lacks the money.
 * - `deposit_returned`: a debit sends a credit back that may have been booked as a deposit.
 */
export const payoutProblems = ['amount', 'rejected', 'twice', 'returned', 'deposit_returned'] as const
export type PayoutProblem = (typeof payoutProblems)[number]

export const PayoutMatch = BankRow.omit({ balance: true }).extend({
  rowId: Id,
  tab: openEnum(payoutTabs),
  problem: openEnum(payoutProblems).nullable(),
  withdrawal: AdminWithdrawal.nullable(),
})

const Tally = z.object({ count: z.int().nonnegative(), amount: Rupees })

export const readPayoutMatches = operation({
  subject: 'payments.read-payout-matches',
  route: {
    method: 'GET',
    path: '/api/admin/bank-statements/:id/payouts',
    access: readers,
    rate: 'read',
    summary: 'The debits of a bank statement against the withdrawals of this moment',
  },
  input: z.object({
    id: z.string().max(64),
    tab: z.enum(payoutTabs).default('exact'),
    /** The last row of the previous page. */
    after: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    tallies: z.object({
      ...{ exact: Tally, near: Tally, problem: Tally, settled: Tally, paid: Tally, none: Tally },
    } satisfies Record<PayoutTab, typeof Tally>),
    rows: z.array(PayoutMatch),
    next: z.int().nullable(),
    /** Withdrawals that were marked as paid within the days of the statement, and have no debit. The oldest are first. */
    unseen: z.array(AdminWithdrawal),
    unseenCount: z.int().nonnegative(),
  }),
  errors: ['not_found'],
  timeoutMs: 10_000,
})

export const payoutPairMatches = ['exact', 'near'] as const

/** `linked`: the withdrawal was paid before, and now has its debit. The others are as in `pairOutcomes`. */
export const payoutOutcomes = ['paid', 'unbooked', 'linked', 'first', 'skipped', 'unknown'] as const

export const payPayoutMatches = operation({
  subject: 'payments.pay-payout-matches',
  route: {
    method: 'POST',
    path: '/api/admin/bank-payouts/pay',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Mark withdrawals as paid by debits of the bank, with their references; a near match alone',
  },
  input: z
    .object({
      match: z.enum(payoutPairMatches),
      pairs: z
        .array(z.object({ rowId: Id, withdrawalId: Id }))
        .min(1)
        .max(bankStatementLimits.pairsAtOnce),
    })
    .refine(({ match, pairs }) => match === 'exact' || pairs.length === 1, {
      error: 'Near matches are confirmed one by one.',
    }),
  output: z.object({
    results: z.array(z.object({ withdrawalId: Id, outcome: openEnum(payoutOutcomes), message: z.string().nullable() })),
  }),
  errors: [],
  timeoutMs: 30_000,
})

export const settlePayoutProblem = operation({
  subject: 'payments.settle-payout-problem',
  route: {
    method: 'POST',
    path: '/api/admin/bank-payouts/settle',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Say that the problem of a bank row and a withdrawal is resolved, with a note about the withdrawal',
  },
  /** `problem`: as the admin has seen it. Another problem of the row and the withdrawal is not resolved by this. */
  input: z.object({ rowId: Id, withdrawalId: Id, problem: z.enum(payoutProblems), note: NoteText }),
  output: Done,
  errors: ['not_found', 'bank_row_changed'],
})

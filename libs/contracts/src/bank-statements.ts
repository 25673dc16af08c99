import { z } from 'zod'
import { bankStatementLimits, columnMeanings, noColumn } from './bank-files.ts'
import { Rupees } from './money.ts'
import { aroundFileBytes, operation, streamRoute } from './operation.ts'
import { AdminDeposit, CreditedAmount } from './deposits.ts'
import { Id, IsoTime, openEnum } from './primitives.ts'
import { deciders, secondAdminReasons } from './requests.ts'

const readers = { admin: ['owner', 'cashier', 'auditor'] } as const

const columnFrom = (least: number) =>
  z
    .int()
    .min(least)
    .max(bankStatementLimits.columns - 1)
    .nullable()
const Column = columnFrom(0)
const ColumnOrNone = columnFrom(noColumn)

/**
 * The column of each meaning, counted from 0. Null: not chosen. `noColumn`: an admin says that the file has no such column.
 * `isReferenceFirst`: an admin says that the number in the column `reference` is the reference, also beside another number in the text.
 */
export const BankColumns = z.object({
  date: Column,
  text: Column,
  reference: ColumnOrNone,
  credit: Column,
  debit: ColumnOrNone,
  amount: Column,
  sign: Column,
  balance: ColumnOrNone,
  isReferenceFirst: z.boolean().optional(),
})
export type BankColumns = z.output<typeof BankColumns>

/** A day as the bank gives it, in its own zone (Asia/Kolkata). */
export const BankDay = z.iso.date()

/** `credit`: money that came, which a request may claim. The others are no deposits. */
export const BankRowKind = z.enum(['credit', 'debit', 'interest', 'reversal'])
export type BankRowKind = z.output<typeof BankRowKind>

/** A row as it is read. `row` counts from 1. `utr` is its first reference, normalized for comparison. `amount` is negative for money that left. */
export const BankRow = z.object({
  row: z.int().positive(),
  day: BankDay,
  text: z.string(),
  utr: z.string().nullable(),
  amount: Rupees,
  balance: Rupees.nullable(),
  kind: openEnum(BankRowKind.options),
})

/** An unreadable place of a file. `line` counts from 1; `column` is the name in the header, null for the whole line. */
export const BankFault = z.object({ line: z.int().positive(), column: z.string().nullable(), message: z.string() })
export type BankFault = z.output<typeof BankFault>

/**
 * Multipart fields beside the file `statement`. `columns` is BankColumns as JSON. `leaveOut` is the `faultCount` of the preview
 * if the admin agrees to leave these lines out.
 */
export const BankStatementForm = z.object({
  fileName: z.string().max(200).optional(),
  columns: z.string().max(500),
  leaveOut: z.string().max(10).optional(),
})

const upload = {
  service: 'payments',
  maxBodyBytes: bankStatementLimits.fileBytes + aroundFileBytes,
} as const
const ofFile = { files: ['statement'], maxFileBytes: bankStatementLimits.fileBytes } as const

export const previewBankStatement = streamRoute({
  ...upload,
  route: {
    method: 'POST',
    path: '/api/admin/bank-statements/preview',
    access: { admin: deciders },
    rate: 'command',
    passive: true,
    summary: 'How a bank statement is read: header, columns and first rows. The statement is not saved',
  },
  form: { fields: BankStatementForm.pick({ columns: true }).partial(), ...ofFile },
  output: z.object({
    header: z.array(z.string()),
    headerLine: z.int().positive(),
    separator: openEnum(['comma', 'tab', 'semicolon', 'pipe', 'none']),
    encoding: openEnum(['UTF-8', 'Windows-1252', 'UTF-16']),
    /** The columns of the request; else the confirmed columns of this header, without those that contradict its names; else a proposal. */
    columns: BankColumns,
    /** What the header and the first rows propose. */
    proposed: BankColumns.optional(),
    /** Meanings without a column. An admin must choose these columns first, because a guess could misread money. */
    missing: z.array(openEnum(columnMeanings)),
    /** The first row whose text has another number than its column of references. An admin must say which is the reference. */
    twoNumbers: z.object({ line: z.int().positive(), inColumn: z.string(), inText: z.string() }).optional(),
    /** The admin who confirmed these columns of this header. */
    confirmed: z.object({ by: z.string(), at: IsoTime }).nullable(),
    /** The first raw lines below the header, and the first rows as they are read. */
    cells: z.array(z.array(z.string())),
    rows: z.array(BankRow),
    count: z.int().nonnegative(),
    from: BankDay.nullable(),
    to: BankDay.nullable(),
    /** Lines that are no rows: totals, notes, the end. */
    leftOut: z.int().nonnegative(),
    /** The first faults. A file with a fault is refused, unless an admin agrees to leave its lines out. */
    faults: z.array(BankFault),
    faultCount: z.int().nonnegative(),
    /** Whether the faults are of single lines, so that they can be left out. */
    canLeaveOut: z.boolean().optional(),
  }),
  errors: ['payload_too_large'],
})

const Tally = z.object({ count: z.int().nonnegative(), amount: Rupees })
const noRows = { count: 0, amount: 0 }

/**
 * How a statement joins the earlier ones. It is a note, never a refusal.
 * - `first`: there is no earlier statement.
 * - `joined`: by common rows with equal balances, or because it begins with the last balance.
 * - `differs`: the balance of `day` was `last`, and this statement begins with `begins` or has it there. Without
 *   balances: a payment of `day` is in an earlier statement with common rows, and not in this one.
 * - `gap`: `days` days are missing before it.
 * - `unknown`: the files tell too few balances.
 */
export const StatementJoin = z.object({
  how: openEnum(['first', 'joined', 'differs', 'gap', 'unknown']),
  /** The last day of the earlier statement, or the day of the common row. */
  day: BankDay.nullable(),
  last: Rupees.nullable(),
  begins: Rupees.nullable(),
  days: z.int().nonnegative(),
})
export type StatementJoin = z.output<typeof StatementJoin>

/** A saved file. `fresh` counts rows that no earlier file had. `approved` sums the deposits that its rows have paid. */
export const BankStatement = z.object({
  _id: Id,
  fileName: z.string(),
  rows: z.int().nonnegative(),
  fresh: z.int().nonnegative(),
  from: BankDay,
  to: BankDay,
  readBy: z.string(),
  readAt: IsoTime,
  approved: Tally,
  /** Null for a statement of an earlier release. */
  join: StatementJoin.nullable().optional(),
})

export const postBankStatement = streamRoute({
  ...upload,
  route: {
    method: 'POST',
    path: '/api/admin/bank-statements',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Save the meaning of the columns of a bank statement, and its rows: a row of several files once',
  },
  form: { fields: BankStatementForm, ...ofFile },
  /** `isKnown`: the same file was saved before, so this call changed no data. */
  output: z.object({ statement: BankStatement, isKnown: z.boolean() }),
  errors: ['payload_too_large'],
})

export const listBankStatements = operation({
  subject: 'payments.list-bank-statements',
  route: {
    method: 'GET',
    path: '/api/admin/bank-statements',
    access: readers,
    rate: 'read',
    summary: 'The bank statements that were taken, newest first',
  },
  input: z.object({ before: Id.optional() }),
  output: z.object({ statements: z.array(BankStatement), next: Id.nullable() }),
  errors: [],
})

/**
 * How a row relates to the requests.
 * - `exact`: its reference and amount equal those of one request that waits.
 * - `near`: a suggestion. An admin compares both.
 * - `misbooked`: the request with its reference was approved with another amount, and has no row. The player's balance is wrong.
 * - `rejected`: the request with its reference and amount was rejected. The money is at the bank, and the player is not credited.
 * - `used`: the row has paid for a request, or another row has paid for the approved request with its reference.
 * - `none`: the row matches no request yet.
 * - `other`: no deposit, or a deposit that the bank has returned.
 */
export const bankTabs = ['exact', 'near', 'misbooked', 'rejected', 'used', 'none', 'other'] as const
export type BankTab = (typeof bankTabs)[number]

/**
 * Why a pair is a suggestion. A suggestion refuses no approval. All kinds except `amount` have equal amounts.
 * - `amount`: equal reference, other amount. The pair is approved with the amount of the row, if the approval names it.
 * - `similar`: one character of the reference differs, or two adjacent characters are swapped.
 * - `cut`: the bank's text ends within the reference.
 * - `text`: the number of the request stands in the row at a place where the payer can write.
 * - `paid`: a request with a similar number was approved without a bank row. Approval of this pair credits no money:
 *   it records what the row has paid for.
 * - `payout`: equal reference, and the text has the id of a withdrawal of this amount, so it may be a returned payout.
 */
export const nearKinds = ['amount', 'similar', 'cut', 'text', 'paid', 'payout'] as const
export type NearKind = (typeof nearKinds)[number]

export const BankMatch = BankRow.omit({ balance: true }).extend({
  rowId: Id,
  tab: openEnum(bankTabs),
  near: openEnum(nearKinds).nullable(),
  request: AdminDeposit.nullable(),
})

/** Instead of a statement's id: recent credits of all files that have paid for no request. */
export const keptCredits = 'kept'

export const readBankMatches = operation({
  subject: 'payments.read-bank-matches',
  route: {
    method: 'GET',
    path: '/api/admin/bank-statements/:id/matches',
    access: readers,
    rate: 'read',
    summary: 'The rows of a bank statement against the deposit requests of this moment',
  },
  input: z.object({
    id: z.string().max(64),
    tab: z.enum(bankTabs).default('exact'),
    /** The last row of the previous page. */
    after: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    /** Null for `keptCredits`. */
    statement: BankStatement.nullable(),
    tallies: z.object({
      ...{ exact: Tally, near: Tally, used: Tally, none: Tally, other: Tally },
      // Absent in an answer of the previous release.
      ...{ misbooked: Tally.prefault(noRows), rejected: Tally.prefault(noRows) },
    } satisfies Record<BankTab, z.ZodType>),
    rows: z.array(BankMatch),
    next: z.int().nullable(),
    /** Too many requests to compare all: near matches may be missing. Beside too many approved requests no row is exact. */
    isCut: z.boolean(),
  }),
  errors: ['not_found'],
  timeoutMs: 10_000,
})

/** `amount`: the amount of the row, if the approval credits it instead of the amount that the player asked for. */
const Pair = z.object({ rowId: Id, requestId: Id, amount: CreditedAmount.optional() })

/**
 * The result of one pair. `unbooked`: approved, the booking follows by itself, or see `message`. `first`: the first of two approvals. `skipped`: refused, see `message`. `unknown`: a repeat is safe.
 */
export const pairOutcomes = ['approved', 'unbooked', 'first', 'skipped', 'unknown'] as const

/** The match that the admin saw before approval. */
export const pairMatches = ['exact', 'near'] as const

export const approveBankMatches = operation({
  subject: 'payments.approve-bank-matches',
  route: {
    method: 'POST',
    path: '/api/admin/bank-matches/approve',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Approve deposits that the bank has, each as a single approval is done; a near match alone',
  },
  input: z
    .object({
      match: z.enum(pairMatches),
      pairs: z.array(Pair).min(1).max(bankStatementLimits.pairsAtOnce),
    })
    .refine(({ match, pairs }) => match === 'exact' || pairs.length === 1, {
      error: 'Near matches are approved one by one.',
    }),
  output: z.object({
    results: z.array(
      z.object({
        requestId: Id,
        outcome: openEnum(pairOutcomes),
        message: z.string().nullable(),
        /** Of the outcome `first`. */
        secondAdminReasons,
      }),
    ),
  }),
  errors: [],
  timeoutMs: 30_000,
})

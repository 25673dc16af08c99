import { z } from 'zod'
import { bankStatementLimits, columnMeanings } from './bank-files.ts'
import { Rupees } from './money.ts'
import { operation, streamRoute } from './operation.ts'
import { AdminDeposit } from './payments.ts'
import { Id, IsoTime, orOther } from './primitives.ts'
import { deciders } from './requests.ts'

const readers = { admin: ['owner', 'cashier', 'auditor'] } as const

const Column = z
  .int()
  .min(0)
  .max(bankStatementLimits.columns - 1)
  .nullable()

/** Which column, counted from 0, has which meaning; null: none. */
export const BankColumns = z.object({
  date: Column,
  text: Column,
  reference: Column,
  credit: Column,
  debit: Column,
  amount: Column,
  sign: Column,
  balance: Column,
})
export type BankColumns = z.output<typeof BankColumns>

/** A day as the bank gives it, in its own zone (Asia/Kolkata). */
export const BankDay = z.iso.date()

/** `credit`: money that came, which a request may claim. The others are no deposits. */
export const BankRowKind = z.enum(['credit', 'debit', 'interest', 'reversal'])
export type BankRowKind = z.output<typeof BankRowKind>

/** A row as it is read. `row` counts rows of the file from 1; `utr` is the first reference in it, as references are compared; `amount` is negative for money that left. */
export const BankRow = z.object({
  row: z.int().positive(),
  day: BankDay,
  text: z.string(),
  utr: z.string().nullable(),
  amount: Rupees,
  balance: Rupees.nullable(),
  kind: BankRowKind,
})

/** What cannot be read in a file, and where: the line counts from 1; `column` is the name in the header, null where the whole line is meant. */
export const BankFault = z.object({ line: z.int().positive(), column: z.string().nullable(), message: z.string() })
export type BankFault = z.output<typeof BankFault>

/** Multipart fields beside the file `statement`. `columns` is BankColumns as JSON. */
export const BankStatementForm = z.object({ fileName: z.string().max(200).optional(), columns: z.string().max(500) })

const aroundFileBytes = 64 * 1024
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
    summary: 'How a bank statement is read: header, columns and first rows. Keeps nothing',
  },
  form: { fields: BankStatementForm.pick({ columns: true }).partial(), ...ofFile },
  output: z.object({
    header: z.array(z.string()),
    headerLine: z.int().positive(),
    separator: z.enum(['comma', 'tab', 'semicolon']),
    encoding: z.enum(['UTF-8', 'Windows-1252']),
    /** Those asked for; else those that were confirmed for this header; else a proposal. */
    columns: BankColumns,
    /** Meanings that an admin has to give to a column before rows are read: no row is read without them, or money would be read wrong. */
    missing: z.array(z.enum(columnMeanings)),
    /** Who said of this header what its columns mean. */
    confirmed: z.object({ by: z.string(), at: IsoTime }).nullable(),
    /** The first lines below the header as they stand, and the first rows as they are read. */
    cells: z.array(z.array(z.string())),
    rows: z.array(BankRow),
    count: z.int().nonnegative(),
    from: BankDay.nullable(),
    to: BankDay.nullable(),
    /** Lines that are no rows: totals, notes, the end. */
    leftOut: z.int().nonnegative(),
    /** The first of them. A file with any is not taken. */
    faults: z.array(BankFault),
    faultCount: z.int().nonnegative(),
  }),
  errors: ['payload_too_large'],
})

const Tally = z.object({ count: z.int().nonnegative(), amount: Rupees })

/**
 * A kept file. `fresh` counts rows that no earlier file had. `keptOtherwise` counts rows that are
 * kept with other content and left out. `approved` sums the deposits that its rows have paid.
 */
export const BankStatement = z.object({
  _id: Id,
  fileName: z.string(),
  rows: z.int().nonnegative(),
  fresh: z.int().nonnegative(),
  keptOtherwise: z.int().nonnegative(),
  from: BankDay,
  to: BankDay,
  readBy: z.string(),
  readAt: IsoTime,
  approved: Tally,
})

export const postBankStatement = streamRoute({
  ...upload,
  route: {
    method: 'POST',
    path: '/api/admin/bank-statements',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Keep the rows of a bank statement, each once whatever files have it, and the meaning of its columns',
  },
  form: { fields: BankStatementForm, ...ofFile },
  /** `isKnown`: this very file was taken before, and nothing has changed. */
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
 * Where a row belongs. `exact`: reference and amount are those of one request that waits. `near`: a person has to look. `used`: it has paid for a request, or the request with its reference is decided. `none`: nobody has
 * asked for it yet. `other`: no deposit, or one that the bank has sent back.
 */
export const bankTabs = ['exact', 'near', 'used', 'none', 'other'] as const
export type BankTab = (typeof bankTabs)[number]

/**
 * Why a person has to look. `amount`: the reference is equal, the amount is not; such a pair is never approved. `digit`, `swap`: the amount is equal, one character is another, or two that stand side by side are swapped. `cut`: the bank's
 * text ends within the reference. `several`: the row names more than one request, or another number that could be a reference. `used`: the row has paid for another request, or names one that was approved, and one that waits has its reference and amount; such a pair is never approved. `again`: reference and amount are equal, and are those of another
 * row that has paid: perhaps the same payment, read with other columns. `returned`: the amount has left under a reference of the row, of several on its day or later: perhaps the bank has sent it back. `paid`: the amount is equal and the reference nearly so, and the request was approved without a row of the bank: the row may
 * be its payment. Approving that pair credits nothing; it notes what the row has paid for.
 */
export const nearKinds = ['amount', 'digit', 'swap', 'cut', 'several', 'used', 'again', 'returned', 'paid'] as const
export type NearKind = (typeof nearKinds)[number]

export const BankMatch = BankRow.omit({ balance: true }).extend({
  rowId: Id,
  tab: z.enum(bankTabs),
  near: orOther(nearKinds).nullable(),
  request: AdminDeposit.nullable(),
})

/** Instead of a statement's id: all credits of the last days that have paid for nothing yet, and those that another request claims, whatever file had them. */
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
    /** The last row that was read before. */
    after: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    /** Null of the credits that are kept. */
    statement: BankStatement.nullable(),
    tallies: z.record(z.enum(bankTabs), Tally),
    rows: z.array(BankMatch),
    next: z.int().nullable(),
    /** More requests wait than are compared: near matches may be missing. */
    isCut: z.boolean(),
  }),
  errors: ['not_found'],
  timeoutMs: 10_000,
})

const Pair = z.object({ rowId: Id, requestId: Id })

/**
 * What came of one pair. `unbooked`: approved, the credit follows by itself. `first`: the first of two approvals. `skipped`: refused, as `message` says. `unknown`: a repeat is safe.
 */
export const pairOutcomes = ['approved', 'unbooked', 'first', 'skipped', 'unknown'] as const

/** How pairs were shown that are approved. `returned`: near, and the bank may have returned the money. */
export const pairMatches = ['exact', 'near', 'returned'] as const

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
    results: z.array(z.object({ requestId: Id, outcome: z.enum(pairOutcomes), message: z.string().nullable() })),
  }),
  errors: [],
  timeoutMs: 30_000,
})

export const refuseBankMatch = operation({
  subject: 'payments.refuse-bank-match',
  route: {
    method: 'POST',
    path: '/api/admin/bank-matches/refuse',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Say that a bank row and a request are not the same: the pair is proposed no more',
  },
  input: Pair,
  output: z.object({ message: z.string() }),
  errors: ['not_found'],
})

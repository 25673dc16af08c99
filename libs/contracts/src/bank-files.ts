// Without zod and the rest of the contracts, because a thread that reads a file loads only this module.

/**
 * Limits of bank statements.
 * - `rows`, `fileBytes`: of one file. `amountRupees`: of one row, so that the sum of a file is exact.
 * - `pairsAtOnce`: of one call that approves.
 * - `keptDays`: how far back credits without a request are read.
 * - `cutLetters`, `nearDays`: a cut reference matches a request with this many equal letters, within this many days.
 * - `paidDays`: the distance in days between a row and a request that was approved without a row.
 */
export const bankStatementLimits = {
  fileBytes: 5 * 1024 * 1024,
  rows: 20_000,
  amountRupees: 1_00_00_00_000,
  columns: 60,
  pairsAtOnce: 20,
  keptDays: 90,
  cutLetters: 8,
  nearDays: 2,
  paidDays: 7,
  waitingRead: 5_000,
  rowsShown: 100,
  statementsShown: 20,
} as const

/** What a column of a bank's file can mean. `sign` says CR or DR of `amount`; the same column for both means a minus in the amount. Else there are `credit` and `debit`. */
export const columnMeanings = ['date', 'text', 'reference', 'credit', 'debit', 'amount', 'sign', 'balance'] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** In place of a column: an admin says that no column of the file has this meaning. */
export const noColumn = -1

// Without zod and the rest of the contracts: a thread that reads a file begins with these alone.

/**
 * What banks say of a casino's account, and the deposits that it pays for. `rows` and `fileBytes` are of one file, `amountRupees` of one row, so that the rows of a file have an exact sum; `pairsAtOnce` of one call that approves; `keptDays`: how far back credits without a
 * request are looked at; a reference that was cut names a request by `cutLetters` or more, within `nearDays` of it; `paidDays`: so far
 * from a row a request that was approved without one may be what it has paid.
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

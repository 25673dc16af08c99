import { z } from 'zod'
import { DayRange } from './day-range.ts'
import { Rupees } from './money.ts'
import { operation, streamRoute } from './operation.ts'
import { Id, IsoTime, openEnum, PageQuery, readableItems } from './primitives.ts'
import { fileTypes } from './table-files.ts'

export const StatementGameType = z.enum([
  'Aviator',
  'Dice',
  'Slots',
  'CoinFlip',
  'Mines',
  'Deposit',
  'Withdrawal',
  'Bonus',
  'Correction',
])
export type StatementGameType = z.output<typeof StatementGameType>

/**
 * One line of an account statement (docs/reference/player-api.md). `transaction` is the id of the bet, deposit or
 * withdrawal, `credit` is the change. `closeBalance` is the balance after it, without a deduction for open stakes. The
 * line of a bet also has its stake and payout. The line of a withdrawal is `on hold` until it is paid (`processed`) or
 * rejected (`returned`).
 */
export const StatementRow = z.object({
  _id: z.string(),
  date: IsoTime,
  gameType: openEnum(StatementGameType.options),
  transaction: Id,
  result: openEnum(['win', 'profit', 'loss', 'credit', 'approved', 'on hold', 'processed', 'returned']),
  credit: Rupees,
  closeBalance: Rupees,
  betAmount: Rupees.nullable(),
  payout: Rupees.nullable(),
})
export type StatementRow = z.output<typeof StatementRow>

/** Filters of a statement. `All` and an empty text do not filter. `result` is the result of a bet. Without days the range is open. */
export const StatementFilters = DayRange.extend({
  gameType: z.enum([...StatementGameType.options, 'All', '']).optional(),
  result: z.enum(['win', 'loss', 'All', '']).optional(),
})
export type StatementFilters = z.output<typeof StatementFilters>

export const getAccountStatement = operation({
  subject: 'analytics.get-account-statement',
  route: {
    method: 'GET',
    path: '/api/account-statement',
    access: 'player',
    rate: 'read',
    summary: 'Own bets, deposits, withdrawals and bonus with the balance after each, newest first',
  },
  input: StatementFilters.extend(PageQuery.shape),
  /** `openingBalance`: the balance before the day `from`, on the first page. Absent while it is not known. */
  output: z.object({
    statements: readableItems(StatementRow),
    nextCursor: z.string().nullable(),
    openingBalance: Rupees.optional(),
  }),
  errors: [],
})

/** The newest lines that one file has at most: what stands before them is listed by pages. */
export const statementFileRows = 250_000

export const downloadAccountStatement = streamRoute({
  service: 'analytics',
  route: {
    method: 'GET',
    path: '/api/account-statement.csv',
    access: 'player',
    rate: 'export',
    summary: `The own statement as CSV, with the filters of the list: its newest ${statementFileRows} lines`,
  },
  query: StatementFilters,
  output: { file: { csv: fileTypes.csv } },
  errors: [],
  maxBodyBytes: 0,
})

import { z } from 'zod'
import { Day, DayRange, dayOf, daysOfMonth } from './day-range.ts'
import { limits } from './limits.ts'
import { Paise, Rupees } from './money.ts'
import { operation, reportReaders, streamRoute } from './operation.ts'
import { DepositMethod } from './pay-to.ts'
import { Id, IsoTime, openEnum } from './primitives.ts'
import { FileQuery, fileTypes } from './table-files.ts'
import { Game } from './wallet.ts'

const access = { admin: reportReaders } as const

const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .refine((month) => Day.safeParse(`${month}-01`).success)
/** The period of a report: a day such as 2026-11-28, or a month such as 2026-11, of Asia/Kolkata. */
export const ReportPeriod = z.union([Day, Month], {
  error: 'A period is a day such as 2026-11-28 or a month such as 2026-11.',
})

/** The first and the last day of a period. */
export const daysOfPeriod = (period: string): { from: string; to: string } =>
  period.length === dayOf(0).length ? { from: period, to: period } : daysOfMonth(period)

const count = z.int().nonnegative()
const Counted = z.object({ count, amount: Rupees })

/** Ended bets. `ggr` is of the house: stakes less payouts. */
const BetSums = z.object({ bets: count, stakes: Rupees, payouts: Rupees, ggr: Rupees })

/** What the casino came to in a period. Amounts are those of the ledger entries of its days. */
export const Report = z.object({
  period: z.string(),
  from: Day,
  to: Day,
  /** False: the period goes on, and the figures are those until `readAt`. */
  isOver: z.boolean(),
  readAt: IsoTime,
  /** False: the sums of some of its days are missing. A rebuild of analytics makes them. */
  isWhole: z.boolean(),
  games: z.array(BetSums.extend({ game: openEnum(Game.options) })),
  total: BetSums,
  deposits: Counted,
  /** By the time at which payments booked each deposit; null while payments does not answer. */
  depositsByMethod: z.array(Counted.extend({ method: openEnum(DepositMethod.options) })).nullable(),
  /** All are bank transfers. */
  withdrawalsPaid: Counted,
  bonuses: Counted,
  /** Amounts that were added to balances, and taken from them. */
  corrections: z.object({ added: Counted, taken: Counted }),
  firstDepositors: count,
  activePlayers: count,
  /** By gain, the payout less the stake. `email` is null while it is not known. */
  largestWins: z.array(
    z.object({
      playerId: Id,
      email: z.string().nullable(),
      game: openEnum(Game.options),
      reference: Id,
      stake: Rupees,
      payout: Rupees,
      at: IsoTime,
    }),
  ),
})
export type Report = z.output<typeof Report>

export const getReport = operation({
  subject: 'analytics.get-report',
  route: {
    method: 'GET',
    path: '/api/admin/reports/:period',
    access,
    rate: 'read',
    summary: 'GGR by game, deposits, withdrawals paid, bonuses, corrections and players of a day or a month',
  },
  input: z.object({ period: ReportPeriod }),
  output: z.object({ report: Report }),
  errors: [],
  timeoutMs: 10_000,
})

/** The accounts of the ledger: of all players, and of the casino. Together they are 0. */
const Accounts = z.object({
  players: Rupees,
  openStakes: Rupees,
  held: Rupees,
  house: Rupees,
  outside: Rupees,
  bonus: Rupees,
})

/** The accounts in words, for the page and the file. */
export const accountNames = {
  players: 'Balances of players',
  openStakes: 'Open stakes',
  held: 'Held for withdrawals',
  house: 'House',
  outside: 'Cash in and out',
  bonus: 'Bonuses',
} as const satisfies Record<keyof z.output<typeof Accounts>, string>

/** What moves the accounts. Withdrawals are those held, returned and paid. */
const Movements = z.object({
  bets: Accounts,
  deposits: Accounts,
  withdrawals: Accounts,
  bonuses: Accounts,
  corrections: Accounts,
})

/** The movements in words. */
export const movementNames = {
  bets: 'Bets',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  bonuses: 'Bonuses',
  corrections: 'Corrections',
} as const satisfies Record<keyof z.output<typeof Movements>, string>

/**
 * The accounts before a period, what moved them, and the accounts at its end, or now in the current period. `opening` is
 * null while days of the period are missing.
 * - `proven`: opening balances and movements give the closing balances, which sum to 0. The entries up to the end give
 *   the same sums as the ledger less later entries.
 * - `unproven`: the sums do not go back to the first entry. A rebuild of analytics makes them.
 * - `differs`: two ways give other sums
 */
export const getBalances = operation({
  subject: 'analytics.get-balances',
  route: {
    method: 'GET',
    path: '/api/admin/balances/:period',
    access,
    rate: 'read',
    summary: 'The balances of all accounts before and after a day or a month, with movements and a reconciliation',
  },
  input: z.object({ period: ReportPeriod }),
  output: z.object({
    opening: Accounts.nullable(),
    movements: Movements,
    closing: Accounts,
    /** The sum of `closing`. */
    total: Rupees,
    entries: count,
    proof: openEnum(['proven', 'unproven', 'differs']),
  }),
  errors: [],
  timeoutMs: 10_000,
})

export const exportReport = streamRoute({
  service: 'analytics',
  route: {
    method: 'GET',
    path: '/api/admin/report-files/:period',
    access,
    rate: 'export',
    summary: 'A report and the balances at its end, as CSV or XLSX',
  },
  query: FileQuery,
  output: { file: fileTypes },
  errors: [],
  maxBodyBytes: 0,
})

/** Sums of the ledger's accounts in paise, and the number of entries that they are of. */
export const AccountSums = z.object({
  entries: count,
  players: Paise,
  openStakes: Paise,
  held: Paise,
  house: Paise,
  outside: Paise,
  bonus: Paise,
})
export type AccountSums = z.output<typeof AccountSums>

/** The accounts of the ledger as of a place in its log. */
export const readAccounts = operation({
  subject: 'wallet.read-accounts',
  callers: ['analytics'],
  input: z.object({ cursor: z.string().regex(/^\d{1,20}(:\d{1,15}){2,3}$/) }),
  output: AccountSums,
  errors: [],
})

/** Deposits of a range of days by method, by the time at which they were booked. */
export const sumMethods = operation({
  subject: 'payments.sum-methods',
  callers: ['analytics'],
  input: DayRange.required(),
  output: z.object({ deposits: z.array(Counted.extend({ method: DepositMethod })) }),
  errors: [],
})

/** The addresses that get the report of each day. */
const ReportMail = z.object({
  addresses: z
    .array(z.email({ error: ({ input }) => `Not an email address: ${String(input).slice(0, 254)}` }).max(254))
    .max(limits.reports.mailAddresses, { error: `Write at most ${limits.reports.mailAddresses} addresses.` }),
})

export const getReportMail = operation({
  subject: 'auth.get-report-mail',
  route: { method: 'GET', path: '/api/admin/report-mail', access, rate: 'read', summary: 'Who gets the daily report' },
  input: z.object({}),
  output: ReportMail,
  errors: [],
})

export const setReportMail = operation({
  subject: 'auth.set-report-mail',
  route: {
    method: 'PUT',
    path: '/api/admin/report-mail',
    access: { admin: ['owner'] },
    rate: 'command',
    summary: 'Set who gets the daily report; an empty list turns it off',
  },
  input: ReportMail,
  output: ReportMail,
  errors: [],
})

/** Mails the report of a day to the list, once. A repeat for the same day sends no mail, and a list without addresses neither. */
export const mailReport = operation({
  subject: 'auth.mail-report',
  callers: ['analytics'],
  input: z.object({
    day: Day,
    lines: z.array(z.object({ name: z.string().max(100), value: z.string().max(60) })).max(60),
  }),
  output: z.object({}),
  errors: [],
})

import { z } from 'zod'
import { DayRange } from './day-range.ts'
import { Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { AdminListQuery, Id, IsoTime, NoInput, openEnum, PageQuery } from './primitives.ts'
import { StatementRow } from './statement.ts'

/** What settled bets of a day of Asia/Kolkata have come to. `netResult` is the players': winnings less stakes. */
const DayResult = z.object({
  totalBets: Rupees,
  totalWins: Rupees,
  netResult: Rupees,
  gamesPlayed: z.int().nonnegative(),
})

/** A player with a bet today. `email` is null until auth has answered. */
export const ProfitLossRow = DayResult.extend({
  _id: Id,
  userId: Id,
  username: z.null(),
  email: z.string().nullable(),
  status: openEnum(['profit', 'loss', 'even']),
})
export type ProfitLossRow = z.output<typeof ProfitLossRow>

export const getTodayProfitLoss = operation({
  subject: 'analytics.get-today-profit-loss',
  route: {
    method: 'GET',
    path: '/api/admin/today-profit-loss-summary',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Bets and winnings of each player today or in a range of days, the largest stakes first',
  },
  /** `from` and `to`: the days, at most `limits.reports.rangeDays`. Without them the days are today. */
  input: AdminListQuery.extend({
    sort: z.enum(['totalBets', 'totalWins', 'netResult', 'gamesPlayed']).optional(),
    ...DayRange.shape,
  }),
  /**
   * `players` and `total` count all players with bets in the days from `since` on. Filters do not change them.
   * `isCut`: there are more players than `players`. The list and its search have the players with the largest stakes.
   * The whole id finds any other player.
   */
  output: z.object({
    summary: z.array(ProfitLossRow),
    nextCursor: z.string().nullable(),
    players: z.int().nonnegative(),
    isCut: z.literal(true).optional(),
    total: DayResult,
    since: IsoTime,
    /** The results of some of the days are missing. A rebuild of analytics makes them. */
    isPartial: z.literal(true).optional(),
  }),
  errors: [],
  timeoutMs: 10_000,
})

export const getPlayerDayStatement = operation({
  subject: 'analytics.get-player-day-statement',
  route: {
    method: 'GET',
    path: '/api/admin/user-today-statement/:userId',
    access: { admin: adminRoles },
    rate: 'read',
    summary: "A player's statement of today, newest first",
  },
  input: PageQuery.extend({ userId: z.string().max(64) }),
  output: z.object({
    user: z.object({ _id: Id, email: z.string().nullable(), username: z.null() }),
    statements: z.array(StatementRow),
    nextCursor: z.string().nullable(),
    total: DayResult,
  }),
  errors: ['not_found'],
})

/** The period of charts: the day of Asia/Kolkata by the hour, the last 7 or 30 days by the day. */
export const ChartPeriod = z.enum(['today', '7d', '30d'])
export type ChartPeriod = z.output<typeof ChartPeriod>

/**
 * The figures of an hour or a day that began at `at`. `ggr` is stakes less winnings. `withdrawals` are paid withdrawals.
 * `online` is the largest number of players at one time; null without a count.
 */
export const ChartPoint = z.object({
  at: IsoTime,
  bets: z.int().nonnegative(),
  betsAmount: Rupees,
  ggr: Rupees,
  deposits: z.int().nonnegative(),
  depositsAmount: Rupees,
  withdrawals: z.int(),
  withdrawalsAmount: Rupees,
  online: z.int().nonnegative().nullable(),
})
export type ChartPoint = z.output<typeof ChartPoint>

export const getCharts = operation({
  subject: 'analytics.get-charts',
  route: {
    method: 'GET',
    path: '/api/admin/charts',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Bets, GGR, deposits, withdrawals and online players by hour or day',
  },
  input: z.object({ period: ChartPeriod.default('today') }),
  /** `points` end with the hour or day that runs now; `before` are all of the period of the same length before. */
  output: z.object({ by: openEnum(['hour', 'day']), points: z.array(ChartPoint), before: z.array(ChartPoint) }),
  errors: [],
})

/** How many players are online, for the chart of it. */
export const countOnline = operation({
  subject: 'gateway.count-online',
  callers: ['analytics'],
  input: NoInput,
  output: z.object({ count: z.int().nonnegative() }),
  errors: [],
})

/** The most players whose e-mails are asked for at a time. */
export const maxEmailsRead = 200

/** E-mails of players by their ids. An id without an account is left out. */
export const readPlayerEmails = operation({
  subject: 'auth.read-player-emails',
  callers: ['analytics', 'wallet'],
  input: z.object({ ids: z.array(Id).max(maxEmailsRead) }),
  output: z.object({ players: z.array(z.object({ _id: Id, email: z.string() })) }),
  errors: [],
})

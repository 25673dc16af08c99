import type {
  getCharts,
  getOnlineUsers,
  getServiceTimes,
  getPlayerDayStatement,
  getTodayProfitLoss,
  WireOutput,
} from '@kismet/contracts'

type Summary = WireOutput<typeof getTodayProfitLoss>
type Charts = WireOutput<typeof getCharts>

const idOf = (n: number): string => `0190b2a0-0000-7000-8000-0000000000a${n}`
const played = [
  ['arjun.k@example.com', 1_84_200, 1_97_650.5, 412],
  ['venkataramanan.subramanian@example.com', 1_42_900, 1_28_310, 1_208],
  ['meera.j@example.com', 96_400, 96_400, 344],
  [null, 58_300, 51_904.75, 587],
] as const

const round = (rupees: number): number => Math.round(rupees * 100) / 100

/** What four players have bet and won. */
export function day(since: string): Summary {
  const summary = played.map(([email, totalBets, totalWins, gamesPlayed], n) => {
    const netResult = round(totalWins - totalBets)
    const status = netResult === 0 ? 'even' : netResult > 0 ? 'profit' : 'loss'
    return {
      ...{ _id: idOf(n), userId: idOf(n), username: null, email, totalBets, totalWins, netResult, gamesPlayed },
      status,
    } as const
  })
  const sum = (figure: (row: (typeof summary)[number]) => number) =>
    round(summary.reduce((all, row) => all + figure(row), 0))
  const total = {
    totalBets: sum(({ totalBets }) => totalBets),
    totalWins: sum(({ totalWins }) => totalWins),
    netResult: sum(({ netResult }) => netResult),
    gamesPlayed: sum(({ gamesPlayed }) => gamesPlayed),
  }
  return { summary, nextCursor: null, players: summary.length, total, since }
}

/** The newest lines of a player's day. */
export function dayStatement(nowMs: number): WireOutput<typeof getPlayerDayStatement> {
  const lines = [
    ['Aviator', 'win', 2_000, 3_460, 24_310.5],
    ['Dice', 'loss', 500, 0, 22_850.5],
    ['Withdrawal', 'processed', null, null, 23_350.5],
    ['Deposit', 'approved', null, null, 28_350.5],
  ] as const
  const statements = lines.map(([gameType, result, betAmount, payout, closeBalance], n) => ({
    _id: `${idOf(0)}:${n}`,
    date: new Date(nowMs - n * 61_000).toISOString(),
    gameType,
    ...{ transaction: idOf(n), result, closeBalance, betAmount, payout },
    credit: betAmount === null ? (gameType === 'Deposit' ? 10_000 : -5_000) : payout - betAmount,
  }))
  const total = { totalBets: 1_84_200, totalWins: 1_97_650.5, netResult: 13_450.5, gamesPlayed: 412 }
  return { user: { _id: idOf(0), email: 'arjun.k@example.com', username: null }, statements, nextCursor: null, total }
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]

const pointsFrom = (fromMs: number, count: number, stepMs: number) =>
  Array.from({ length: count }, (_, step) => {
    const busy = 1_000 + Math.round(900 * Math.sin(((step - 9) / 24) * 2 * Math.PI) + 40 * step)
    return {
      at: new Date(fromMs + step * stepMs).toISOString(),
      bets: busy * 3,
      betsAmount: busy * 300,
      ggr: step % 7 === 5 ? -busy * 4 : busy * 12,
      deposits: step,
      depositsAmount: busy * 30,
      withdrawals: step % 5,
      withdrawalsAmount: step < 8 ? 0 : busy * 16,
      online: step === 3 ? null : Math.round(busy / 10),
    }
  })

/** Hours of a day until now and of the one before, busier towards the evening, with two hours that the players won. */
export function charts(startMs: number, hours: number): Charts {
  return { by: 'hour', points: pointsFrom(startMs, hours, hourMs), before: pointsFrom(startMs - dayMs, 24, hourMs) }
}

/** The last 30 days and the 30 days before, by the day. */
export function dailyCharts(todayMs: number): Charts {
  const [points, before] = [29, 59].map((days) => pointsFrom(todayMs - days * dayMs, 30, dayMs))
  return { by: 'day', points: points ?? [], before: before ?? [] }
}

/** Two hours of a day and the first of the day before. */
export const quietDay: Charts = {
  by: 'hour',
  points: [hour(0, 2_000, 15_000, 40), hour(1, 1_000, 3_000, 12)],
  before: [hour(-24, 1_500, 10_000, 20)],
}

function hour(n: number, bets: number, ggr: number, online: number): Charts['points'][number] {
  return {
    at: new Date(Date.parse('2026-11-20T18:30:00.000Z') + n * 3_600_000).toISOString(),
    ...{ bets, betsAmount: bets * 100, ggr, deposits: 3, depositsAmount: 15_000 },
    ...{ withdrawals: 2, withdrawalsAmount: 8_000, online },
  }
}

/** Two who are online, one of them in a game. */
export function onlineUsers(nowMs: number): WireOutput<typeof getOnlineUsers> {
  const at = (secondsAgo: number) => new Date(nowMs - secondsAgo * 1_000).toISOString()
  const person = { username: null, loginTime: at(6_000) }
  return {
    count: 2,
    users: [
      {
        ...{ ...person, userId: idOf(0), email: 'arjun.k@example.com', currentGame: 'Aviator' },
        ...{ lastActive: at(4), ip: '49.36.118.204' },
      },
      { ...person, userId: idOf(1), email: '', currentGame: null, lastActive: at(90), ip: null, loginTime: null },
    ],
  }
}

/** How fast the services answered since then: one of them not always. */
export function serviceTimes(since: string): WireOutput<typeof getServiceTimes> {
  const p99s = {
    auth: 9.4,
    wallet: 6.1,
    'dice-slots': 7.2,
    mines: 7.1,
    aviator: 8.2,
    payments: 11,
    support: 12,
  } as const
  const names = Object.keys(p99s) as (keyof typeof p99s)[]
  return {
    since,
    services: [
      ...names.map((service, n) => ({
        ...{ service, answered: 4_812 - n * 640, p99Ms: p99s[service] },
        unanswered: service === 'support' ? 2 : 0,
      })),
      { service: 'analytics', answered: 0, unanswered: 0, p99Ms: null },
    ],
  }
}

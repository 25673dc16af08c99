import { daysOfPeriod } from '@kismet/contracts'
import type { getBalances, getHandover, getReport, WireOutput } from '@kismet/contracts'

type WireReport = WireOutput<typeof getReport>['report']

const gameRows = [
  ['Aviator', 1_204, 4_81_800, 4_52_300],
  ['Dice', 812, 1_62_400, 1_58_900],
  ['Slots', 640, 96_000, 87_750],
  ['Mines', 0, 0, 0],
] as const

/** A report with bets of three games. */
export function report(period: string): WireReport {
  const games = gameRows.map(([game, bets, stakes, payouts]) => ({
    game,
    bets,
    stakes,
    payouts,
    ggr: stakes - payouts,
  }))
  const sum = (of: (row: (typeof games)[number]) => number) => games.reduce((all, row) => all + of(row), 0)
  return {
    ...{ period, ...daysOfPeriod(period), isOver: true, isWhole: true, readAt: '2026-11-30T07:01:40.000Z', games },
    total: {
      bets: sum(({ bets }) => bets),
      stakes: sum(({ stakes }) => stakes),
      payouts: sum(({ payouts }) => payouts),
      ggr: sum(({ ggr }) => ggr),
    },
    deposits: { count: 214, amount: 3_21_000 },
    depositsByMethod: [
      { method: 'IMPS', count: 12, amount: 48_000 },
      { method: 'UPI', count: 202, amount: 2_73_000 },
    ],
    withdrawalsPaid: { count: 31, amount: 1_86_000 },
    bonuses: { count: 9, amount: 2_250 },
    corrections: { added: { count: 2, amount: 500 }, taken: { count: 1, amount: 120 } },
    ...{ firstDepositors: 18, activePlayers: 342 },
    largestWins: [
      ['arjun.k@example.com', 'Aviator', 2_000, 46_200, '2026-10-24T14:02:10.000Z'] as const,
      ['venkataramanan.subramanian@example.com', 'Slots', 500, 25_000, '2026-10-11T09:31:55.000Z'] as const,
      [null, 'Dice', 10_000, 19_800, '2026-10-02T18:40:01.000Z'] as const,
    ].map(([email, game, stake, payout, at], n) => {
      const id = `0190b2a0-0000-7000-8000-0000000000b${n}`
      return { playerId: id, email, game, reference: id, stake, payout, at }
    }),
  }
}

const none = { players: 0, openStakes: 0, held: 0, house: 0, outside: 0, bonus: 0 }

/** Balances of a report that add up. */
export const balances: WireOutput<typeof getBalances> = {
  opening: {
    ...{ players: 1_48_490.5, openStakes: 3_900, held: 20_000 },
    ...{ house: -1_72_390.5, outside: 0, bonus: 0 },
  },
  movements: {
    bets: { ...none, players: -41_650, openStakes: 400, house: 41_250 },
    deposits: { ...none, players: 3_21_000, outside: -3_21_000 },
    withdrawals: { ...none, players: -1_78_000, held: -8_000, outside: 1_86_000 },
    bonuses: { ...none, players: 2_250, bonus: -2_250 },
    corrections: { ...none, players: 380, house: -500, outside: 120 },
  },
  closing: {
    ...{ players: 2_52_470.5, openStakes: 4_300, held: 12_000 },
    ...{ house: -1_31_640.5, outside: -1_34_880, bonus: -2_250 },
  },
  total: 0,
  entries: 18_402,
  proof: 'proven',
}

const decisions = [
  ['asha', 'deposit', 'UPI', 64, 96_500, 3, 4_500, 2, 95_000, 640_000],
  ['asha', 'withdrawal', null, 12, 74_000, 1, 2_000, 0, 1_260_000, 5_400_000],
  ['vikram', 'deposit', 'IMPS', 9, 41_000, 0, 0, 1, 120_000, 480_000],
] as const

/** The decisions of two cashiers. */
export const handover: WireOutput<typeof getHandover> = {
  rows: decisions.map(
    ([by, kind, method, approved, approvedAmount, rejected, rejectedAmount, firstApprovals, medianMs, longestMs]) => ({
      ...{ by, kind, method, approved, approvedAmount, rejected, rejectedAmount, firstApprovals, medianMs, longestMs },
    }),
  ),
  pending: { deposits: 4, withdrawals: 1 },
}

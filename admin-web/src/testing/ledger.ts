import type { getReturns, listCorrections, WireOutput } from '@kismet/contracts'

type WireCorrection = WireOutput<typeof listCorrections>['corrections'][number]
type WireReturn = WireOutput<typeof getReturns>['lines'][number]

export const ledgerPlayer = '0190b2a0-0000-7000-8000-000000000a01'

/** A correction that another admin has proposed. */
export function correction(number: number, change: Partial<WireCorrection> = {}): WireCorrection {
  return {
    _id: `0190b2a0-0000-7000-8000-00000000c0${String(number).padStart(2, '0')}`,
    playerId: ledgerPlayer,
    amount: -250.5,
    account: 'house',
    reason: 'Round 4711 was settled with the payout of another bet',
    status: 'pending',
    proposedBy: { _id: '0190b2a0-0000-7000-8000-0000000000fe', username: 'asha' },
    proposedAt: '2026-11-21T11:52:00.000Z',
    decidedBy: null,
    decidedAt: null,
    rejectionReason: null,
    isBooked: false,
    failure: null,
    ...change,
  }
}

/** Returns of a week: one game is outside of what chance explains. */
export const weekOfReturns: readonly WireReturn[] = [
  {
    game: 'aviator',
    setting: 'mild',
    bets: 22_118,
    actualPercent: 97.71,
    theoryPercent: 98,
    standardErrorPercent: 1.1,
    verdict: 'inside',
  },
  {
    game: 'aviator',
    setting: 'normal',
    bets: 121_406,
    actualPercent: 97.25,
    theoryPercent: 96.97,
    standardErrorPercent: 0.55,
    verdict: 'inside',
  },
  {
    game: 'dice',
    setting: null,
    bets: 96_204,
    actualPercent: 99.15,
    theoryPercent: 99,
    standardErrorPercent: 0.31,
    verdict: 'inside',
  },
  {
    game: 'mines',
    setting: null,
    bets: 38_437,
    actualPercent: 94.8,
    theoryPercent: 95,
    standardErrorPercent: 0.6,
    verdict: 'inside',
  },
  {
    game: 'mines',
    setting: 'auto',
    bets: 871,
    actualPercent: 95.92,
    theoryPercent: 94.6,
    standardErrorPercent: 1.2,
    verdict: 'few',
  },
  {
    game: 'slots',
    setting: null,
    bets: 41_302,
    actualPercent: 90.28,
    theoryPercent: 92.004,
    standardErrorPercent: 0.56,
    verdict: 'alarm',
  },
].map((line) => ({ ...line, staked: 100 * line.bets, paid: line.actualPercent * line.bets })) as WireReturn[]

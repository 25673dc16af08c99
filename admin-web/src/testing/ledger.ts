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
    proposedBy: { _id: '0190b2a0-0000-7000-8000-0000000000fe', username: 'asha' },
    proposedAt: '2026-11-21T11:52:00.000Z',
    ...{ status: 'pending', decidedBy: null, decidedAt: null, rejectionReason: null, isBooked: false, failure: null },
    player: { email: 'asha.rao@example.com', balance: 1_000 },
    ...change,
  }
}

/** Returns of a week: one game is outside of what chance explains. */
export const weekOfReturns = (
  [
    ['aviator', 'mild', 22_118, 97.71, 98, 1.1, 'inside'],
    ['aviator', 'normal', 121_406, 97.25, 96.97, 0.55, 'inside'],
    ['dice', null, 96_204, 99.15, 99, 0.31, 'inside'],
    ['mines', null, 38_437, 94.8, 95, 0.6, 'inside'],
    ['mines', 'auto', 871, 95.92, 94.6, 1.2, 'few'],
    ['slots', null, 41_302, 90.28, 92.004, 0.56, 'alarm'],
  ] as const
).map(([game, setting, bets, actualPercent, theoryPercent, standardErrorPercent, verdict]) => ({
  ...{ game, setting, bets, actualPercent, theoryPercent, standardErrorPercent, verdict },
  ...{ staked: 100 * bets, paid: bets * actualPercent },
})) as readonly WireReturn[]

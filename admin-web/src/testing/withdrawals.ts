import type { rejectWithdrawal, requestHints, WireOutput } from '@kismet/contracts'

/** A withdrawal as the gateway sends it. */
export type WireWithdrawal = WireOutput<typeof rejectWithdrawal>['withdrawal']
type WireHints = WireOutput<typeof requestHints>

/** The `n`th request, of its own player and account, whose money is held. */
export function withdrawal(n: number, change: Partial<WireWithdrawal> = {}): WireWithdrawal {
  const createdAt = new Date(Date.UTC(2026, 10, 21, 12, n)).toISOString()
  return {
    _id: `0190b2a0-0000-7000-8000-00000000010${n}`,
    user: { _id: `0190b2a0-0000-7000-8000-0000000000a${n}`, email: `player${n}@example.com`, username: null },
    amount: n * 1_000,
    account: {
      name: `Player ${n}`,
      accountNumber: `5010028477196${n}`,
      ifsc: 'HDFC0001284',
      mobile: '9845011724',
      accountId: `0190b2a0-0000-7000-8000-0000000000c${n}`,
      addedAt: '2026-11-21T10:28:00.000Z',
      changedAt: '2026-11-21T10:28:00.000Z',
    },
    ...{ status: 'pending', rejectionReason: null, createdAt, decidedAt: null, decidedBy: null },
    ...{ claim: null, firstApproval: null, risks: [] },
    steps: [
      { step: 'requested', at: createdAt },
      { step: 'held', at: createdAt },
    ],
    ...change,
  }
}

const none = { count: 0, amount: 0 }

/** What is told of a withdrawal of a player who has had one before: a new account, and play that is not known. */
export const hintsOfWithdrawal: WireHints = {
  kind: 'withdrawal',
  hints: [{ hint: 'account_new', requests: [] }],
  unknown: ['low_risk_play'],
  history: {
    firstRequestAt: '2026-10-02T09:00:00.000Z',
    deposits: { approved: { count: 9, amount: 124_500 }, pending: none, rejected: none },
    withdrawals: { approved: { count: 3, amount: 58_000 }, pending: { count: 1, amount: 75_000 }, rejected: none },
  },
  account: { addedAt: '2026-11-21T10:28:00.000Z', changedAt: '2026-11-21T10:28:00.000Z' },
  play: { depositedAt: '2026-11-20T09:00:00.000Z', deposited: 10_000, staked: 148_000, lowRiskStaked: 0 },
}

/** What is told of a deposit whose reference was rejected before, with the same picture. */
export const hintsOfDeposit: WireHints = {
  kind: 'deposit',
  hints: (['utr_rejected_before', 'same_proof'] as const).map((hint) => ({
    hint,
    requests: [
      {
        kind: 'deposit',
        _id: '0190b2a0-0000-7000-8000-000000000009',
        user: { _id: '0190b2a0-0000-7000-8000-0000000000a9', email: 'player9@example.com' },
        amount: 500,
        status: 'rejected',
        createdAt: '2026-11-19T15:44:00.000Z',
      },
    ],
  })),
  unknown: [],
  history: {
    firstRequestAt: '2026-11-21T11:28:00.000Z',
    deposits: { approved: none, pending: { count: 1, amount: 500 }, rejected: { count: 1, amount: 5_000 } },
    withdrawals: { approved: none, pending: none, rejected: none },
  },
  account: null,
  play: null,
}

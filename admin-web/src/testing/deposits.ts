import type { WireOutput, decideDeposit } from '@kismet/contracts'

/** A deposit as the gateway sends it. */
export type WireDeposit = WireOutput<typeof decideDeposit>['deposit']

/** The `n`th request: of its own player, asked `n` minutes before the hour that `at` names. */
export function deposit(n: number, change: Partial<WireDeposit> = {}): WireDeposit {
  return {
    _id: `0190b2a0-0000-7000-8000-00000000000${n}`,
    user: { _id: `0190b2a0-0000-7000-8000-0000000000a${n}`, email: `player${n}@example.com`, username: null },
    amount: n * 1_000,
    method: 'UPI',
    utr: `43287650912${n}`,
    proof: `/api/admin/deposit-requests/${n}/proof`,
    createdAt: new Date(Date.UTC(2026, 10, 21, 12, n)).toISOString(),
    ...{ status: 'pending', adminReason: null, proofDeletedAt: null, proofPages: 1, decidedAt: null, decidedBy: null },
    ...{ claim: null, firstApproval: null, risks: [] },
    ...change,
  }
}

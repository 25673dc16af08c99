import type { listPayToAccounts, WireOutput } from '@kismet/contracts'

export type WireAccount = WireOutput<typeof listPayToAccounts>['accounts'][number]
type WireTerms = NonNullable<WireAccount['inUse']>

/** The values of a UPI ID. */
export const upiTerms: WireTerms = {
  ...{ kind: 'upi', name: 'Kismet Games', address: 'kismet@upi', ifsc: null, qrImage: null },
  ...{ methods: ['UPI'], dailyLimit: 50_000 },
}

/** An account that players see, with a number of its own. */
export const payToAccount = (n: number, change: Partial<WireAccount> = {}): WireAccount => ({
  ...{ _id: `0190b2a0-0000-7000-8000-0000000001a${n}`, version: `v${n}`, inUse: upiTerms, isOn: true, today: 12_500 },
  ...{ proposed: null, ...change },
})

/** A bank account that players see. */
export const bankAccount = (n: number, change: Partial<WireAccount> = {}): WireAccount =>
  payToAccount(n, {
    inUse: {
      ...{ ...upiTerms, kind: 'bank', address: '501002844821', ifsc: 'HDFC0001234' },
      ...{ methods: ['IMPS', 'NEFT', 'RTGS'], dailyLimit: null },
    },
    ...change,
  })

/** A change that another owner has proposed. */
export const proposalOf = (terms: WireTerms, isOn = true): NonNullable<WireAccount['proposed']> => ({
  ...{ _id: '0190b2a0-0000-7000-8000-0000000000ab', ...terms, isOn },
  by: { _id: '0190b2a0-0000-7000-8000-0000000000aa', username: 'other.owner' },
  ...{ at: '2026-11-21T12:12:05.000Z', takesEffectAt: '2026-11-22T12:12:05.000Z' },
})

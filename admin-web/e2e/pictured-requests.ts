import { pictureTime } from '@kismet/test-env/pictures/picture-book'
import { wireMatch } from '../src/testing/bank-statements.ts'
import { deposit } from '../src/testing/deposits.ts'
import { withdrawal } from '../src/testing/withdrawals.ts'

/** Minutes before the time of the pictures, as an ISO time. */
export const at = (minutesAgo: number): string => new Date(pictureTime.getTime() - minutesAgo * 60_000).toISOString()
export const deposits = [21, 12, 4, 2].map((minutesAgo, n) =>
  deposit(n + 1, {
    createdAt: at(minutesAgo),
    amount: [500, 2_500, 10_000, 1_000][n] ?? 0,
    // As their hints say it.
    risks: n === 0 ? ['utr_rejected_before', 'same_proof'] : [],
  }),
)

const asha = { adminId: '0190b2a0-0000-7000-8000-0000000000ee', by: 'asha', until: at(-4) }
export const own = { adminId: '0190b2a0-0000-7000-8000-0000000000ff', by: 'some.owner', until: at(-4) }
Object.assign(deposits[0] ?? {}, { claim: own, notes: 1 })
Object.assign(deposits[1] ?? {}, { claim: asha })
Object.assign(deposits[2] ?? {}, {
  betterProof: { reason: 'cut_off', note: 'The date is missing', askedAt: at(4), sentAt: at(3) },
  ...{ proofPages: 2, newProofFrom: 2, betterProofsLeft: 2 },
})
Object.assign(deposits[3] ?? {}, {
  betterProof: { reason: 'unreadable', note: null, askedAt: at(1), sentAt: null },
  betterProofsLeft: 2,
})
export const withdrawals = [62, 42, 16, 4].map((minutesAgo, n) => {
  const createdAt = at(minutesAgo)
  const steps = (['requested', 'held'] as const).map((step) => ({ step, at: createdAt }))
  return withdrawal(n + 1, { createdAt, steps, amount: [75_000, 12_000, 2_200, 200][n] ?? 0 })
})
Object.assign(withdrawals[0] ?? {}, { claim: own, firstApproval: { by: 'asha', at: at(22) } })
Object.assign(withdrawals[1] ?? {}, { claim: asha })
Object.assign(withdrawals[2] ?? {}, { risks: ['account_of_others'] })
Object.assign(withdrawals[0] ?? {}, { payout: { ...own, since: at(2), until: at(-13), file: null } })
Object.assign(withdrawals[1] ?? {}, { payout: { ...asha, since: at(30), until: at(15), file: null } })
export const bankRows = [
  ...[3, 4].map((n) => wireMatch(n, { amount: n * 500 })),
  wireMatch(5, {
    amount: 2_500,
    request: deposit(5, { utr: '409500000005', amount: 2_500, risks: ['utr_rejected_before', 'same_proof'] }),
  }),
  wireMatch(6, { near: 'similar', utr: '409633127845', asked: '409633129845', amount: 2_500 }),
  wireMatch(7, { near: 'amount', utr: '409588412670', amount: 1_500, askedAmount: 1_050 }),
  wireMatch(8, {
    near: 'cut',
    utr: 'SBIN226326',
    amount: 7_500,
    request: deposit(8, { utr: 'SBIN226326604418', amount: 7_500, claim: asha }),
  }),
  wireMatch(9, { tab: 'none', request: null, text: 'UPI-RAKESH TIWARI-rakesh@ybl' }),
  wireMatch(1, { tab: 'other', request: null, kind: 'debit', amount: -3_000 }),
]
/** What the bank says of the first deposit, and the note about it. */
export const bankOfDeposit = {
  ...{ says: 'row' as const, until: '2026-11-22' },
  row: { fileName: 'HDFC_current_22Nov.csv', row: 28, amount: 500 },
}
export const requestNote = {
  ...{ _id: '0190b2a0-0000-7000-8000-0000000000ce', by: 'asha', at: at(6) },
  text: 'Called the bank: the money is there. The player sent the receipt to support, too.',
}

import type { listPayoutFiles, readPayoutMatches, WireOutput } from '@kismet/contracts'
import { withdrawal } from './withdrawals.ts'

/** A payment file with all of its lines open. */
export const payoutFile = (at: string): WireOutput<typeof listPayoutFiles>['files'][number] => ({
  ...{ _id: withdrawal(1)._id, format: 'hdfc', fileName: 'PAYOUTS000000000101.csv', by: 'some.owner' },
  ...{ at, count: 12, amount: 84_200, open: 12 },
})

type Matches = WireOutput<typeof readPayoutMatches>

const row = (n: number, change: Pick<Matches['rows'][number], 'tab' | 'problem'>): Matches['rows'][number] => ({
  ...{ rowId: `0190b2a0-0000-7000-8000-00000000030${n}`, row: n, day: '2026-11-21', ...change },
  ...{ text: `NEFT DR-HDFC0001284-PLAYER ${n}`, utr: 'N325261234567890', amount: -n * 1_000, kind: 'debit' },
  withdrawal: withdrawal(n, { status: change.problem === null ? 'pending' : 'rejected' }),
})

/** The payouts of a statement: an exact row, two problems, and a withdrawal that no statement shows. */
export function payoutMatches(tab: string, at: string): Matches {
  const none = { count: 0, amount: 0 }
  const rows = [
    row(3, { tab: 'exact', problem: null }),
    row(1, { tab: 'problem', problem: 'rejected' }),
    row(2, { tab: 'problem', problem: 'returned' }),
  ]
  const paid = { status: 'approved', decidedBy: 'asha', decidedAt: at, paidReference: '412345678901' } as const
  return {
    tallies: {
      ...{ exact: { count: 1, amount: 3_000 }, near: none, paid: none, none },
      ...{ problem: { count: 2, amount: 3_000 }, settled: none },
    },
    rows: rows.filter((one) => one.tab === tab),
    next: null,
    unseen: [withdrawal(4, paid)],
    unseenCount: 1,
  }
}

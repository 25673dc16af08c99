import { BankMatch as Shape, bankTabs } from '@kismet/contracts'
import type { BankTab, NearKind, previewBankStatement, readBankMatches, WireOutput } from '@kismet/contracts'
import type { z } from 'zod'
import type { BankMatch } from '../features/bank-statement/bank-api.ts'
import { deposit } from './deposits.ts'

export type WireMatch = WireOutput<typeof readBankMatches>['rows'][number]

interface MatchParts {
  tab?: BankTab
  near?: NearKind
  utr?: string
  /** In rupees. */
  amount?: number
  text?: string
  kind?: WireMatch['kind']
  /** The reference of its request. */
  asked?: string
  askedAmount?: number
  request?: WireMatch['request']
}

/** Row `n` of a statement as it comes over the wire, with a request that says the same. */
export function wireMatch(n: number, parts: MatchParts = {}): WireMatch {
  const { near = null, amount = 500, utr = String(409_500_000_000 + n), text = `UPI-PLAYER ${n}-KISMET` } = parts
  const asked = { utr: parts.asked ?? utr, amount: parts.askedAmount ?? amount }
  return {
    rowId: `0190b2a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
    row: n,
    day: '2026-11-21',
    ...{ text, utr, amount, near },
    kind: parts.kind ?? 'credit',
    tab: parts.tab ?? (near === null ? 'exact' : 'near'),
    request: parts.request === undefined ? deposit(n, asked) : parts.request,
  }
}

/** The same as the app reads it: amounts in paise. */
export function bankMatch(n: number, parts: MatchParts = {}): BankMatch {
  return Shape.parse(wireMatch(n, parts))
}

/** A statement that was taken. */
export const statement: NonNullable<WireOutput<typeof readBankMatches>['statement']> = {
  _id: '0190b2a0-0000-7000-8000-0000000000bb',
  ...{ fileName: 'HDFC_current_22Nov.csv', rows: 214, fresh: 168, from: '2026-11-21', to: '2026-11-22' },
  ...{ readBy: 'some.cashier', readAt: '2026-11-22T05:34:18.000Z' },
  approved: { count: 61, amount: 148_200 },
  join: { how: 'joined', day: '2026-11-20', last: null, begins: null, days: 0 },
}

const header = ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance']

/** How a file is read. */
export const preview: z.input<typeof previewBankStatement.output> = {
  header,
  headerLine: 1,
  separator: 'comma',
  encoding: 'UTF-8',
  columns: { date: 0, text: 1, reference: 2, credit: 5, debit: 4, amount: null, sign: null, balance: 6 },
  missing: [],
  confirmed: null,
  cells: [],
  rows: [1, 2].map((row) => ({
    ...{ row, day: '2026-11-21', text: `UPI-PLAYER ${row}-KISMET`, utr: String(409_500_000_000 + row) },
    ...{ amount: 500 * row, balance: 120_000 + 500 * row, kind: 'credit' as const },
  })),
  ...{ count: 214, from: '2026-11-21', to: '2026-11-22', leftOut: 2, faults: [], faultCount: 0 },
}

/** Rows counted by their tab. */
export function talliesOf(rows: readonly WireMatch[]): WireOutput<typeof readBankMatches>['tallies'] {
  const tallies = bankTabs.map((tab) => {
    const amounts = rows.filter((row) => row.tab === tab).map(({ amount }) => amount)
    return [tab, { count: amounts.length, amount: amounts.reduce((sum, amount) => sum + amount, 0) }] as const
  })
  return Object.fromEntries(tallies) as WireOutput<typeof readBankMatches>['tallies']
}

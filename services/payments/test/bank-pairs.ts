import { Matcher } from '../src/domain/bank/match.ts'
import type { AskedDeposit, BankCredit, Match } from '../src/domain/bank/match.ts'

/** The reference of all that is not told otherwise. */
export const own = '409512345678'
export const credit = (parts: Partial<BankCredit> = {}): BankCredit => ({
  id: 'row',
  day: '2026-11-21',
  paise: 50_000,
  utrs: [own],
  parts: parts.utrs ?? [own],
  paidFor: null,
  left: [],
  sentBack: [],
  isPaidBefore: false,
  repeated: [],
  ...parts,
})
export const asked = (parts: Partial<AskedDeposit> = {}): AskedDeposit => ({
  id: 'asked',
  utr: own,
  day: '2026-11-21',
  paise: 50_000,
  status: 'pending',
  hasRow: false,
  isNoted: false,
  ...parts,
})
/** Where rows belong, by their ids. */
export function matchCredits(
  rows: readonly BankCredit[],
  requests: readonly AskedDeposit[],
  refused: ReadonlySet<string>,
): ReadonlyMap<string, Match> {
  const matcher = new Matcher(requests, refused)
  return new Map(rows.map((row) => [row.id, matcher.match(row)]))
}
export function matchOf(
  row: BankCredit,
  requests: readonly AskedDeposit[],
  refused = new Set<string>(),
): Match | undefined {
  return matchCredits([row], requests, refused).get(row.id)
}

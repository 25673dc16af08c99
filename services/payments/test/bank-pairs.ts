import { Matcher } from '../src/domain/bank/match.ts'
import type { AskedDeposit, BankCredit, Match } from '../src/domain/bank/match.ts'

/** The reference of all pairs that name no other reference. */
export const own = '409512345678'
export const credit = (parts: Partial<BankCredit> = {}): BankCredit => ({
  id: 'row',
  day: '2026-11-21',
  paise: 50_000,
  reference: own,
  numbers: [],
  paidFor: null,
  isReturned: false,
  ...parts,
})
export const asked = (parts: Partial<AskedDeposit> = {}): AskedDeposit => ({
  id: 'asked',
  reference: own,
  day: '2026-11-21',
  paise: 50_000,
  status: 'pending',
  hasRow: false,
  ...parts,
})
export const matchOf = (row: BankCredit, requests: readonly AskedDeposit[]): Match => new Matcher(requests).match(row)

import { paise } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import { matcherOf } from '../src/domain/bank/match.ts'
import type { Candidate, Match, StoredRow } from '../src/domain/bank/match.ts'

/** The reference of all pairs that name no other reference. */
export const own = '409512345678'
type Changes<Whole extends { readonly paise: number }> = Partial<Omit<Whole, 'paise'>> & { readonly paise?: number }

export const credit = (parts: Changes<StoredRow> = {}): StoredRow => ({
  ...{ id: 'row', day: '2026-11-21', text: 'UPI', kind: 'credit', reference: own, numbers: [] },
  ...{ paidFor: null, isReturned: false, namesPayout: false },
  ...parts,
  paise: paise(parts.paise ?? 50_000),
})
export const asked = (parts: Partial<Candidate> = {}): Candidate => ({
  ...{ id: 'asked', reference: own, day: '2026-11-21', paise: 50_000, status: 'pending', rowId: null },
  ...{ debitReference: null, accountNumber: null, name: null },
  askedPaise: parts.paise ?? 50_000,
  ...parts,
})
export const matchOf = (
  row: StoredRow,
  requests: readonly Candidate[],
  kind: RequestKind = 'deposit',
  others: readonly StoredRow[] = [],
): Match | undefined => matcherOf(kind, requests, [row, ...others])(row)

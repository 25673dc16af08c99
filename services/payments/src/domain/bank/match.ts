import { bankStatementLimits, payoutIdLength } from '@kismet/contracts'
import type {
  BankRowKind,
  BankTab,
  NearKind,
  Paise,
  PayoutProblem,
  PayoutTab,
  RequestKind,
  RequestStatus,
} from '@kismet/contracts'
import { shortIdOf } from '../payout.ts'

/** A row of a bank. `paise` is negative for a debit, days are yyyy-mm-dd of Asia/Kolkata. */
export interface StoredRow {
  readonly id: string
  readonly day: string
  readonly text: string
  readonly paise: Paise
  readonly kind: BankRowKind
  readonly reference: string | null
  /** Other numbers. In a row without a reference one of them may be the reference. */
  readonly numbers: readonly string[]
  /** The request that the row has paid for, or is reserved for by the first of two approvals. */
  readonly paidFor: string | null
  /** A row of the opposite amount has its reference: the bank has sent the money back. */
  readonly isReturned: boolean
  /** A credit whose text has the id of a withdrawal of its amount: a returned payout, or a note of the payer. */
  readonly namesPayout: boolean
}

/** A deposit or withdrawal to compare rows with. `reference` is in the compared form. */
export interface Candidate {
  readonly id: string
  readonly paise: number
  /** What the player asked for. A first approval may name another amount, `paise`. */
  readonly askedPaise: number
  readonly status: RequestStatus
  readonly reference: string | null
  readonly day: string
  /** The row that paid for it, or any row with the reference and amount of a deposit. */
  readonly rowId: string | null
  /** Of a withdrawal: the reference of the debit that paid for it. */
  readonly debitReference: string | null
  /** Of a withdrawal. */
  readonly accountNumber: string | null
  readonly name: string | null
}

/** How a row relates to the requests of one kind. `utr`: the number of the row that joins the two. */
export interface Match {
  readonly tab: BankTab | PayoutTab
  readonly near: NearKind | null
  readonly problem: PayoutProblem | null
  readonly requestId: string | null
  readonly utr: string | null
}

const { cutLetters, nearDays } = bankStatementLimits
const dayMs = 24 * 60 * 60_000

/** Whether two references differ in one character, or in two adjacent characters that are swapped. */
export function isSimilar(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false
  let at = 0
  while (one[at] === other[at]) at += 1
  const isSameFrom = (from: number) => one.slice(from) === other.slice(from)
  const isSwap = one[at] === other[at + 1] && one[at + 1] === other[at]
  return isSameFrom(at + 1) || (isSwap && isSameFrom(at + 2))
}

/** How a number of a row resembles the reference of a request of its amount. */
function resemblance(number: string, rowDay: string, { reference, day }: Candidate): NearKind | undefined {
  if (reference === null) return undefined
  if (number === reference) return 'text'
  if (isSimilar(number, reference)) return 'similar'
  if (number.length < cutLetters || !reference.startsWith(number)) return undefined
  return Math.abs(Date.parse(rowDay) - Date.parse(day)) <= nearDays * dayMs ? 'cut' : undefined
}

/** Parts of a text that may be an id, at most. */
const mostIds = 60

/** All texts within a narration that have the form of a short id. A bank may write an id without a separator. */
export function idsIn(text: string): readonly string[] {
  const runs = text.toUpperCase().match(/[0-9A-F]{12,}/g) ?? []
  const windows = runs.flatMap((run) =>
    Array.from({ length: run.length - payoutIdLength + 1 }, (_, at) => run.slice(at, at + payoutIdLength)),
  )
  return [...new Set(windows)].slice(0, mostIds)
}

const letters = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '')
const leastOfName = 5

/** Whether a row looks like the payment of a withdrawal of its amount: it has the account number or the name. */
function isNear({ text }: StoredRow, { accountNumber, name }: Candidate): boolean {
  const bare = letters(name ?? '')
  const hasNumber = accountNumber !== null && text.replace(/\s/g, '').includes(accountNumber)
  return hasNumber || (bare.length >= leastOfName && letters(text).includes(bare))
}

const matchOf = (
  tab: Match['tab'],
  requestId: string | null | undefined,
  { near = null, problem = null, utr = null }: Partial<Match> = {},
): Match => ({ tab, near, problem, requestId: requestId ?? null, utr })

/** Pairs that an admin has dismissed, and settled problems of pairs, by their keys. */
export type Dismissed = ReadonlySet<string>
export const pairKey = (rowId: string, requestId: string, problem: PayoutProblem | '' = ''): string =>
  `${rowId} ${requestId} ${problem}`

export type Matcher = (row: StoredRow) => Match | undefined

/**
 * Matches credits with deposits (docs/internals/decisions/0020). An exact match has the reference and the amount of a
 * deposit. A near match is a suggestion, and only for a deposit without a row. A dismissed pair is no suggestion, unless its
 * request was approved: that pair keeps its row from paying for another request.
 */
function depositMatcher(deposits: readonly Candidate[], dismissed: Dismissed): Matcher {
  const byId = new Map(deposits.map((one) => [one.id, one]))
  const byReference = Map.groupBy(deposits, ({ reference }) => reference)
  // The bank may have either amount of a request that was credited with another one.
  const amountsOf = ({ status, paise, askedPaise }: Candidate) =>
    status === 'pending' ? [askedPaise] : new Set([paise, askedPaise])
  const withoutRow = new Map<string, Candidate[]>()
  for (const one of deposits)
    if (one.rowId === null)
      for (const paise of amountsOf(one)) withoutRow.getOrInsert(`${one.status} ${paise}`, []).push(one)
  const isDismissed = (rowId: string, { id, status }: Candidate, near: NearKind) =>
    status === 'pending' && near !== 'text' && dismissed.has(pairKey(rowId, id))
  const suggestion = ({ id, paise, day, reference, numbers }: StoredRow, status: RequestStatus) => {
    for (const one of withoutRow.get(`${status} ${paise}`) ?? [])
      for (const utr of reference === null ? numbers : [reference]) {
        const near = resemblance(utr, day, one)
        if (near !== undefined && !isDismissed(id, one, near)) return matchOf('near', one.id, { near, utr })
      }
    return undefined
  }
  return (row) => {
    const { kind, paidFor, paise, reference: utr } = row
    if (kind !== 'credit') return matchOf('other', null)
    if (paidFor !== null) {
      // A row that the first of two admins has approved by keeps its match for the second admin.
      const paid = byId.get(paidFor)
      if (paid?.status !== 'pending') return matchOf('used', paidFor, { utr })
      if (utr !== paid.reference) return matchOf('near', paidFor, { near: 'similar', utr })
      return paid.askedPaise === paise
        ? matchOf('exact', paidFor, { utr })
        : matchOf('near', paidFor, { near: 'amount', utr })
    }
    if (row.isReturned) return matchOf('other', null)
    const named = (utr === null ? undefined : byReference.get(utr)) ?? []
    const waits = named.find(({ status }) => status === 'pending')
    if (waits !== undefined && waits.askedPaise !== paise) return matchOf('near', waits.id, { near: 'amount', utr })
    const approved = named.find(({ status }) => status === 'approved')
    // Approved while the file was uploaded: the row is free, and the request has no other one.
    if (approved !== undefined) {
      if (approved.rowId === row.id && approved.paise === paise)
        return matchOf('near', approved.id, { near: 'paid', utr })
      const isMisbooked = approved.rowId === null && approved.paise !== paise
      return matchOf(isMisbooked ? 'misbooked' : 'used', approved.id, { utr })
    }
    const paid = suggestion(row, 'approved')
    if (paid !== undefined) return { ...paid, near: 'paid' }
    if (waits !== undefined)
      return row.namesPayout ? matchOf('near', waits.id, { near: 'payout', utr }) : matchOf('exact', waits.id, { utr })
    const rejected = named.find((one) => one.paise === paise) ?? named[0]
    if (rejected?.paise === paise) return matchOf('rejected', rejected.id, { utr })
    return suggestion(row, 'pending') ?? matchOf('none', rejected?.id, { utr })
  }
}

/** Matches debits, and credits that return a payout, with withdrawals (docs/internals/decisions/0031). */
function payoutMatcher(withdrawals: readonly Candidate[], rows: readonly StoredRow[], dismissed: Dismissed): Matcher {
  const byShortId = new Map(withdrawals.map((one) => [shortIdOf(one.id), one]))
  const byReference = new Map(
    withdrawals.flatMap((one) => [one.debitReference, one.reference].map((key) => [key, one] as const)),
  )
  const withoutRow = Map.groupBy(
    withdrawals.filter(({ rowId, status }) => rowId === null && status !== 'rejected'),
    ({ paise }) => paise,
  )
  const namedBy = ({ text, reference }: StoredRow) =>
    idsIn(text).flatMap((id) => byShortId.get(id) ?? [])[0] ??
    (reference === null ? undefined : byReference.get(reference))
  // A credit that paid for a deposit is no return.
  const returnedBy = (row: StoredRow) => {
    const named = row.paise > 0 && row.paidFor === null ? namedBy(row) : undefined
    return named?.paise === row.paise ? named.id : undefined
  }
  // The payer of a credit can write the id, and cannot choose the reference.
  const isOfBank = ({ kind, reference }: StoredRow) =>
    kind === 'reversal' || (reference !== null && byReference.has(reference))
  const sentBack = new Set(rows.filter(isOfBank).flatMap((row) => returnedBy(row) ?? []))
  // Of several free debits, the one with the reference pays the withdrawal, else the first.
  const rankOf = ({ reference }: Candidate, row: StoredRow) =>
    `${reference !== null && row.reference === reference ? 0 : 1} ${row.day} ${row.id}`
  const firsts = new Map<string, StoredRow>()
  for (const row of rows) {
    const named = row.kind === 'debit' && row.paidFor === null && !row.isReturned ? namedBy(row) : undefined
    if (named === undefined || named.paise + row.paise !== 0) continue
    const first = firsts.get(named.id)
    if (first === undefined || rankOf(named, row) < rankOf(named, first)) firsts.set(named.id, row)
  }
  const isSecond = ({ id, rowId }: Candidate, row: StoredRow) =>
    rowId === null ? firsts.has(id) && firsts.get(id)?.id !== row.id : rowId !== row.id
  return (row) => {
    const { id, paise, kind, paidFor, isReturned, reference: utr } = row
    const problem = (what: PayoutProblem, requestId = '') =>
      matchOf(dismissed.has(pairKey(id, requestId, what)) ? 'settled' : 'problem', requestId || null, {
        problem: what,
        utr,
      })
    if (paise > 0) {
      const returned = returnedBy(row)
      return returned === undefined ? undefined : problem('returned', returned)
    }
    if (kind !== 'debit') return undefined
    if (paidFor !== null) return matchOf('paid', paidFor, { utr })
    const named = namedBy(row)
    if (named === undefined) {
      if (isReturned) return problem('deposit_returned')
      const near = withoutRow.get(0 - paise)?.find((one) => isNear(row, one))
      return matchOf(near === undefined ? 'none' : 'near', near?.id, { utr })
    }
    if (named.paise + paise !== 0) return problem('amount', named.id)
    const isTwice = isSecond(named, row)
    if (named.status === 'approved') {
      if (isReturned) return problem('returned', named.id)
      if (isTwice) return problem('twice', named.id)
      return matchOf('paid', named.id, { utr })
    }
    if (isReturned || sentBack.has(named.id)) return problem('returned', named.id)
    if (named.status === 'rejected') return problem('rejected', named.id)
    return isTwice ? problem('twice', named.id) : matchOf('exact', named.id, { utr })
  }
}

/** Matches the rows of a statement with the requests of one kind. The match is undefined for a row that the kind does not list. */
export const matcherOf = (
  kind: RequestKind,
  candidates: readonly Candidate[],
  rows: readonly StoredRow[],
  dismissed: Dismissed = new Set(),
): Matcher => (kind === 'deposit' ? depositMatcher(candidates, dismissed) : payoutMatcher(candidates, rows, dismissed))

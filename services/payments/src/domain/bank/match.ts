import { bankStatementLimits } from '@kismet/contracts'
import type { BankTab, NearKind, RequestStatus } from '@kismet/contracts'

/** A credit of a bank; `paidFor` is the request that it has paid for. Amounts in paise, days as yyyy-mm-dd of Asia/Kolkata. */
export interface BankCredit {
  readonly id: string
  readonly day: string
  readonly paise: number
  readonly utrs: readonly string[]
  readonly parts: readonly string[]
  readonly paidFor: string | null
  /** Those of its references under which its amount has left, of several on its day or later: the bank may have sent it back. */
  readonly left: readonly string[]
  /** Of these those under which the bank has sent it back, as `wasSentBack` has it. */
  readonly sentBack: readonly string[]
  /** Another row with one of its references and its amount has paid for a request: it may be the same payment, read with other columns. */
  readonly isPaidBefore: boolean
}

/** A deposit request; `utr` as it is compared. `hasRow`: some row that the bank has names it with its amount, or has paid for it. */
export interface AskedDeposit {
  readonly id: string
  readonly utr: string
  readonly day: string
  readonly paise: number
  readonly status: RequestStatus
  readonly hasRow: boolean
  /** Some row is noted as what has paid for it. */
  readonly isNoted: boolean
}

export interface Match {
  readonly tab: BankTab
  readonly near: NearKind | null
  readonly requestId: string | null
  /** The reference by which they were found together. */
  readonly utr: string | null
}

const { cutLetters, nearDays, paidDays } = bankStatementLimits
const dayMs = 24 * 60 * 60_000

/** Names a pair that a person has said is none. */
export const pairKey = (rowId: string, requestId: string): string => `${rowId} ${requestId}`
export const pairKeys = (
  pairs: readonly { readonly rowId: string; readonly depositId: string }[],
): ReadonlySet<string> => new Set(pairs.map(({ rowId, depositId }) => pairKey(rowId, depositId)))

const nothing: Match = { tab: 'none', near: null, requestId: null, utr: null }
/** What is no deposit. */
export const noDeposit: Match = { ...nothing, tab: 'other' }

/** How often an amount came and left on one day under one reference. */
export interface DayOfAmount {
  readonly day: string
  readonly came: number
  readonly left: number
}

/** Whether what came on a day was sent back: since then as much has left as has come (docs/internals/decisions/0020). What left before it came is no return of it. */
export function wasSentBack(days: readonly DayOfAmount[], day: string): boolean {
  const since = days.filter((one) => one.day >= day)
  const left = since.reduce((sum, one) => sum + one.left, 0)
  return left > 0 && left >= since.reduce((sum, one) => sum + one.came, 0)
}

/** A row with those of its references and parts alone under which its money was not sent back. */
function asStayed(credit: BankCredit): BankCredit {
  const isThere = (number: string): boolean => !credit.sentBack.includes(number)
  return { ...credit, utrs: credit.utrs.filter(isThere), parts: credit.parts.filter(isThere) }
}
const isAllSentBack = ({ utrs, sentBack }: BankCredit): boolean => utrs.length > 0 && utrs.length === sentBack.length

/** Whether a request that was approved may be what a row has paid for that nobody has noted: equal in amount, not long before or after, and of no other row. */
function isPayer(credit: BankCredit, one: AskedDeposit, refused: ReadonlySet<string>): boolean {
  if (one.status !== 'approved' || one.isNoted || one.paise !== credit.paise) return false
  return Math.abs(dayNumber(one.day) - dayNumber(credit.day)) <= paidDays && !refused.has(pairKey(credit.id, one.id))
}

/** By the reference: what the bank's row and the requests say alike. */
function matchByReference(
  credit: BankCredit,
  ofReference: ReadonlyMap<string, readonly AskedDeposit[]>,
  refused: ReadonlySet<string>,
): Match | undefined {
  const found = credit.utrs.flatMap((utr) => ofReference.get(utr) ?? [])
  const asking = found.filter(({ id, status }) => status === 'pending' && !refused.has(pairKey(credit.id, id)))
  const isEqual = ({ paise }: AskedDeposit): boolean => paise === credit.paise
  const usedBy = (one: AskedDeposit | undefined): Match => ({
    ...{ tab: 'used', near: null },
    ...{ requestId: credit.paidFor ?? one?.id ?? null, utr: one?.utr ?? null },
  })
  const payer = found.find((one) => one.id === credit.paidFor || isPayer(credit, one, refused))
  if (credit.paidFor !== null || payer !== undefined) {
    const claims = asking.find(isEqual)
    return claims ? { tab: 'near', near: 'used', requestId: claims.id, utr: claims.utr } : usedBy(payer)
  }
  const waiting = asking.filter(({ utr }) => !credit.sentBack.includes(utr))
  const first = waiting.find(isEqual) ?? waiting[0]
  if (first === undefined) {
    const approved = found.find(({ status }) => status === 'approved')
    if (approved !== undefined) return usedBy(approved)
    return asking.length > 0 ? noDeposit : undefined
  }
  const { id: requestId, utr } = first
  const near = (kind: NearKind): Match => ({ tab: 'near', near: kind, requestId, utr })
  if (waiting.length === 1 && !isEqual(first)) return near('amount')
  if (credit.left.length > 0) return near('returned')
  // A telephone or an account has as many digits: of several numbers a person says which one is the reference.
  if (waiting.length > 1 || credit.utrs.length > 1) return near('several')
  if (credit.isPaidBefore) return near('again')
  return { tab: 'exact', near: null, requestId, utr }
}

/** The forms of a reference with one character open, and with two neighbours swapped. */
const withOneOpen = (utr: string): string[] => Array.from(utr, (_, at) => `${utr.slice(0, at)}?${utr.slice(at + 1)}`)
function swapped(utr: string): string[] {
  return Array.from(utr.slice(1), (_, at) => {
    const [one = '', other = ''] = utr.slice(at, at + 2)
    return one === other ? '' : `${utr.slice(0, at)}${other}${one}${utr.slice(at + 2)}`
  }).filter((form) => form !== '')
}

const dayNumber = (day: string): number => Date.parse(day) / dayMs

/** References that are as near to one as a row may be: one character is another, or two neighbours are swapped. */
export function formsNear(utr: string): string[] {
  const letters = /^\d+$/.test(utr) ? '0123456789' : '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const others = Array.from(utr, (own, at) =>
    Array.from(letters, (letter) => (letter === own ? '' : `${utr.slice(0, at)}${letter}${utr.slice(at + 1)}`)),
  )
  return [...others.flat().filter((form) => form !== ''), ...swapped(utr)]
}

/** What a text of the bank may end with that was cut within a reference. */
export const beginningsOf = (utr: string): string[] =>
  Array.from({ length: Math.max(0, utr.length - cutLetters) }, (_, at) => utr.slice(0, cutLetters + at))

/** Requests of one amount that no row names, by what of them a row may have wrong. */
class Unnamed {
  readonly #open = new Map<string, AskedDeposit[]>()
  readonly #whole = new Map<string, AskedDeposit[]>()
  readonly #begun = new Map<string, { readonly request: AskedDeposit; readonly day: number }[]>()

  constructor(requests: readonly AskedDeposit[]) {
    for (const request of requests) {
      const { day, utr } = request
      add(this.#whole, utr, request)
      for (const form of withOneOpen(utr)) add(this.#open, form, request)
      for (const beginning of beginningsOf(utr)) add(this.#begun, beginning, { request, day: dayNumber(day) })
    }
  }

  /** The request that a credit of this amount is nearest to, of those within some days of it. */
  nearestTo(
    { id, utrs, parts, day }: BankCredit,
    refused: ReadonlySet<string>,
    withinDays = Infinity,
  ): Match | undefined {
    const isOpen = (request: AskedDeposit) =>
      !refused.has(pairKey(id, request.id)) && Math.abs(dayNumber(request.day) - dayNumber(day)) <= withinDays
    const match = (near: NearKind, utr: string, request: AskedDeposit | undefined): Match | undefined =>
      request && { tab: 'near', near, requestId: request.id, utr }
    for (const utr of utrs) {
      const found =
        match('digit', utr, findIn(this.#open, withOneOpen(utr), isOpen)) ??
        match('swap', utr, findIn(this.#whole, swapped(utr), isOpen))
      if (found !== undefined) return found
    }
    const isCut = (begun: { readonly request: AskedDeposit; readonly day: number }) =>
      Math.abs(begun.day - dayNumber(day)) <= nearDays && isOpen(begun.request)
    for (const part of parts) {
      const found = match('cut', part, findIn(this.#begun, [part], isCut)?.request)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

/** The first under any of some keys that is as it should be. */
function findIn<Value>(
  map: ReadonlyMap<string, readonly Value[]>,
  keys: readonly string[],
  isRight: (value: Value) => boolean,
): Value | undefined {
  for (const key of keys) {
    const found = map.get(key)?.find(isRight)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Says where credits belong, one after the other. A request is the exact match of one row at most: the first, in the order given; further rows with its reference are used. A near match is proposed only
 * for requests that no row of the bank names with their own amount, and never for a pair that was refused. What a row may have paid already, because a request with nearly its reference was approved without a
 * row, is settled by a person before it pays for anything (docs/internals/decisions/0020).
 */
export class Matcher {
  readonly #ofReference: ReadonlyMap<string, readonly AskedDeposit[]>
  /** By amount: those that wait, and those that were approved. */
  readonly #unnamed: ReadonlyMap<number, Unnamed>
  readonly #unnamedPaid: ReadonlyMap<number, Unnamed>
  readonly #refused: ReadonlySet<string>
  readonly #taken = new Set<string>()

  constructor(requests: readonly AskedDeposit[], refused: ReadonlySet<string>) {
    this.#ofReference = Map.groupBy(requests, ({ utr }) => utr)
    this.#unnamed = unnamedOf(requests, 'pending')
    this.#unnamedPaid = unnamedOf(requests, 'approved')
    this.#refused = refused
  }

  match(credit: BankCredit): Match {
    const match = matchByReference(credit, this.#ofReference, this.#refused)
    if (match?.tab === 'used' || match?.tab === 'other' || match?.near === 'used') return match
    const stayed = asStayed(credit)
    const paid = this.#unnamedPaid.get(credit.paise)?.nearestTo(stayed, this.#refused, paidDays)
    if (paid !== undefined) return { ...paid, near: 'paid' }
    if (match?.tab === 'exact' && match.requestId !== null) {
      if (this.#taken.has(match.requestId)) return { ...match, tab: 'used' }
      this.#taken.add(match.requestId)
    }
    const near = (): Match | undefined => {
      const found = this.#unnamed.get(credit.paise)?.nearestTo(stayed, this.#refused)
      return found && credit.left.length > 0 ? { ...found, near: 'returned' } : found
    }
    return match ?? near() ?? (isAllSentBack(credit) ? noDeposit : rejectedOf(credit, this.#ofReference))
  }
}

function unnamedOf(requests: readonly AskedDeposit[], status: RequestStatus): ReadonlyMap<number, Unnamed> {
  const unnamed = requests.filter((request) => request.status === status && !request.hasRow)
  const ofAmount = Map.groupBy(unnamed, ({ paise }) => paise)
  return new Map([...ofAmount].map(([paise, some]) => [paise, new Unnamed(some)]))
}

/** A row whose requests were all rejected: decided already, unless for another amount. Then it waits for what its player files next. */
function rejectedOf({ utrs, paise }: BankCredit, ofReference: ReadonlyMap<string, readonly AskedDeposit[]>): Match {
  const rejected = utrs.flatMap((utr) => ofReference.get(utr) ?? []).filter(({ status }) => status === 'rejected')
  const equal = rejected.find((request) => request.paise === paise)
  const shown = equal ?? rejected[0]
  if (shown === undefined) return nothing
  return { tab: equal === undefined ? 'none' : 'used', near: null, requestId: shown.id, utr: shown.utr }
}

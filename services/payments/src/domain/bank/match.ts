import { bankStatementLimits } from '@kismet/contracts'
import type { BankTab, NearKind, RequestStatus } from '@kismet/contracts'

/**
 * A credit row; `paidFor` is the request that the row has paid for. Amounts are paise, days are
 * yyyy-mm-dd of Asia/Kolkata.
 */
export interface BankCredit {
  readonly id: string
  readonly day: string
  readonly paise: number
  readonly utrs: readonly string[]
  readonly parts: readonly string[]
  readonly paidFor: string | null
  /**
   * References of the row with a debit of the same amount: the bank may have sent the money back.
   * With several references, only debits on or after its day count.
   */
  readonly left: readonly string[]
  /** The part of `left` for which `wasSentBack` is true. */
  readonly sentBack: readonly string[]
  /**
   * Another row with its amount and one of its references has paid for a request. Both rows may be
   * one payment, read with other columns.
   */
  readonly isPaidBefore: boolean
  /** References of the row that several payments have. */
  readonly repeated: readonly string[]
}

/** Whether the place of a reference is known: the reference is among `parts`, too. At an open place an admin decides. */
const hasKnownPlace = ({ utrs, parts }: Pick<BankCredit, 'utrs' | 'parts'>): boolean =>
  utrs.some((utr) => parts.includes(utr))

/** The references of a row that no other payment has. */
export const ownReferences = ({ utrs, repeated }: Pick<BankCredit, 'utrs' | 'repeated'>): readonly string[] =>
  utrs.filter((utr) => !repeated.includes(utr))

/**
 * A deposit request; `utr` is in the compared form. `hasRow`: a bank row names the request with its
 * amount, or has paid for it.
 */
export interface AskedDeposit {
  readonly id: string
  readonly utr: string
  readonly day: string
  readonly paise: number
  readonly status: RequestStatus
  readonly hasRow: boolean
  /** A bank row is noted as its payment. */
  readonly isNoted: boolean
}

export interface Match {
  readonly tab: BankTab
  readonly near: NearKind | null
  readonly requestId: string | null
  /** The reference that joins the row and the request. */
  readonly utr: string | null
}

const { cutLetters, nearDays, paidDays } = bankStatementLimits
const dayMs = 24 * 60 * 60_000

/** The key of a pair that an admin marked as not the same. */
export const pairKey = (rowId: string, requestId: string): string => `${rowId} ${requestId}`
export const pairKeys = (
  pairs: readonly { readonly rowId: string; readonly depositId: string }[],
): ReadonlySet<string> => new Set(pairs.map(({ rowId, depositId }) => pairKey(rowId, depositId)))

const nothing: Match = { tab: 'none', near: null, requestId: null, utr: null }
/** The match of a row that is no deposit. */
export const noDeposit: Match = { ...nothing, tab: 'other' }

/** How many credits and debits of one amount a reference has on one day. */
export interface DayOfAmount {
  readonly day: string
  readonly came: number
  readonly left: number
}

/**
 * Whether the bank sent back the credits of a day: from that day on, debits are at least as many as credits.
 * An earlier debit cannot be their return.
 */
export function wasSentBack(days: readonly DayOfAmount[], day: string): boolean {
  const since = days.filter((one) => one.day >= day)
  const left = since.reduce((sum, one) => sum + one.left, 0)
  return left > 0 && left >= since.reduce((sum, one) => sum + one.came, 0)
}

/** Whether several payments have one number, such as a branch, an account or a mobile number. Returned payments do not count. */
export function isOfSeveral(amounts: readonly Omit<DayOfAmount, 'day'>[]): boolean {
  return amounts.reduce((sum, { came, left }) => sum + Math.max(0, came - left), 0) > 1
}

/** A row without the references and parts under which its money was sent back, or which several payments have. */
function asStayed(credit: BankCredit): BankCredit {
  const isThere = (number: string): boolean => !credit.sentBack.includes(number) && !credit.repeated.includes(number)
  return { ...credit, utrs: credit.utrs.filter(isThere), parts: credit.parts.filter(isThere) }
}
const isAllSentBack = ({ utrs, sentBack }: BankCredit): boolean => utrs.length > 0 && utrs.length === sentBack.length

/**
 * Whether the row may be the payment of an approved request without a noted row. The amount is equal,
 * the day is near, and no admin refused the pair.
 */
function isPayer(credit: BankCredit, one: AskedDeposit, refused: ReadonlySet<string>): boolean {
  if (one.status !== 'approved' || one.isNoted || one.paise !== credit.paise) return false
  return Math.abs(dayNumber(one.day) - dayNumber(credit.day)) <= paidDays && !refused.has(pairKey(credit.id, one.id))
}

/** Matches a row with requests that have exactly its reference. */
function matchByReference(
  credit: BankCredit,
  ofReference: ReadonlyMap<string, readonly AskedDeposit[]>,
  refused: ReadonlySet<string>,
): Match | undefined {
  const requestsOf = (numbers: readonly string[]) => numbers.flatMap((number) => ofReference.get(number) ?? [])
  const isAsking = ({ id, status }: AskedDeposit) => status === 'pending' && !refused.has(pairKey(credit.id, id))
  const found = requestsOf(credit.utrs)
  const isEqual = ({ paise }: AskedDeposit): boolean => paise === credit.paise
  const usedBy = (one: AskedDeposit | undefined): Match => ({
    ...{ tab: 'used', near: null },
    ...{ requestId: credit.paidFor ?? one?.id ?? null, utr: one?.utr ?? null },
  })
  const payer = found.find((one) => one.id === credit.paidFor || isPayer(credit, one, refused))
  if (credit.paidFor !== null || payer !== undefined) {
    const claims = requestsOf([...credit.utrs, ...credit.parts]).find((one) => isAsking(one) && isEqual(one))
    return claims ? { tab: 'near', near: 'used', requestId: claims.id, utr: claims.utr } : usedBy(payer)
  }
  // A number of several payments is a reference only where the row has no other number.
  const own = ownReferences(credit)
  const asking = (own.length > 0 ? requestsOf(own) : found).filter(isAsking)
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
  // A phone or account number can look like a reference. An admin decides which number is the reference.
  if (waiting.length > 1 || own.length !== 1 || !hasKnownPlace(credit)) return near('several')
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

/** All references near to `utr`: one character differs, or two neighbours are swapped. */
export function formsNear(utr: string): string[] {
  const letters = /^\d+$/.test(utr) ? '0123456789' : '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const others = Array.from(utr, (own, at) =>
    Array.from(letters, (letter) => (letter === own ? '' : `${utr.slice(0, at)}${letter}${utr.slice(at + 1)}`)),
  )
  return [...others.flat().filter((form) => form !== ''), ...swapped(utr)]
}

/** The cut forms of a reference at the end of a bank text. */
export const beginningsOf = (utr: string): string[] =>
  Array.from({ length: Math.max(0, utr.length - cutLetters) }, (_, at) => utr.slice(0, cutLetters + at))

/** Requests of one amount that no bank row names. Indexes find them by a near reference. */
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

  /** The nearest request to a credit of this amount, within some days. */
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

/** The first right value under the keys, in the order of the keys. */
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
 * Matches credits with requests, one after the other (docs/internals/decisions/0020).
 *
 * - A request is the exact match of the first row only. Later rows with its reference are `used`.
 * - A near match is proposed only for a request that no bank row names with its amount, and never for a refused pair.
 * - A row near to an approved request without a row may have paid for that request. An admin
 *   decides before the row pays.
 */
export class Matcher {
  readonly #ofReference: ReadonlyMap<string, readonly AskedDeposit[]>
  /** By amount: pending requests, then approved requests. */
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

/**
 * The match of a row whose requests were all rejected. With an equal amount the row is `used`.
 * Otherwise it waits for the player's next request.
 */
function rejectedOf({ utrs, paise }: BankCredit, ofReference: ReadonlyMap<string, readonly AskedDeposit[]>): Match {
  const rejected = utrs.flatMap((utr) => ofReference.get(utr) ?? []).filter(({ status }) => status === 'rejected')
  const equal = rejected.find((request) => request.paise === paise)
  const shown = equal ?? rejected[0]
  if (shown === undefined) return nothing
  return { tab: equal === undefined ? 'none' : 'used', near: null, requestId: shown.id, utr: shown.utr }
}

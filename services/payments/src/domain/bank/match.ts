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
}

/** A deposit request; `utr` as it is compared. `hasRow`: some row that the bank has names it with its amount. */
export interface AskedDeposit {
  readonly id: string
  readonly utr: string
  readonly day: string
  readonly paise: number
  readonly status: RequestStatus
  readonly hasRow: boolean
}

export interface Match {
  readonly tab: Exclude<BankTab, 'other'>
  readonly near: NearKind | null
  readonly requestId: string | null
  /** The reference by which they were found together. */
  readonly utr: string | null
}

const { cutLetters, nearDays } = bankStatementLimits
const dayMs = 24 * 60 * 60_000

/** A pair that a person has said is none. */
export const pairKey = (rowId: string, requestId: string): string => `${rowId} ${requestId}`

const nothing: Match = { tab: 'none', near: null, requestId: null, utr: null }

/** By the reference: what the bank's row and the requests say alike. */
function matchByReference(
  credit: BankCredit,
  ofReference: ReadonlyMap<string, readonly AskedDeposit[]>,
  refused: ReadonlySet<string>,
): Match | undefined {
  const found = credit.utrs.flatMap((utr) => ofReference.get(utr) ?? [])
  const used = found.find(({ id, status }) => status === 'approved' || id === credit.paidFor)
  if (credit.paidFor !== null || used !== undefined)
    return { tab: 'used', near: null, requestId: credit.paidFor ?? used?.id ?? null, utr: used?.utr ?? null }
  const waiting = found.filter(({ id, status }) => status === 'pending' && !refused.has(pairKey(credit.id, id)))
  const equal = waiting.find(({ paise }) => paise === credit.paise)
  const first = equal ?? waiting[0]
  if (first === undefined) return undefined
  const { id: requestId, utr } = first
  if (waiting.length > 1) return { tab: 'near', near: 'several', requestId, utr }
  return equal === undefined
    ? { tab: 'near', near: 'amount', requestId, utr }
    : { tab: 'exact', near: null, requestId, utr }
}

/** The forms of a reference with one character open, and with two neighbours swapped. */
const withOneOpen = (utr: string): string[] => Array.from(utr, (_, at) => `${utr.slice(0, at)}?${utr.slice(at + 1)}`)
function swapped(utr: string): string[] {
  return Array.from(utr.slice(1), (_, at) => {
    const [one = '', other = ''] = utr.slice(at, at + 2)
    return one === other ? '' : `${utr.slice(0, at)}${other}${one}${utr.slice(at + 2)}`
  }).filter((form) => form !== '')
}

/** Requests that wait and that no row names, by what of them a row may have wrong. */
class Unnamed {
  readonly #open = new Map<string, AskedDeposit[]>()
  readonly #whole = new Map<string, AskedDeposit[]>()
  readonly #begun: ReadonlyMap<string, readonly AskedDeposit[]>
  readonly #amounts: ReadonlySet<number>

  constructor(requests: readonly AskedDeposit[]) {
    this.#amounts = new Set(requests.map(({ paise }) => paise))
    this.#begun = Map.groupBy(requests, ({ paise, utr }) => `${paise} ${utr.slice(0, cutLetters)}`)
    for (const request of requests) {
      add(this.#whole, `${request.paise} ${request.utr}`, request)
      for (const form of withOneOpen(request.utr)) add(this.#open, `${request.paise} ${form}`, request)
    }
  }

  /** The request that a credit of its amount is nearest to. */
  nearestTo(credit: BankCredit, refused: ReadonlySet<string>): Match | undefined {
    const { id, paise, utrs, parts, day } = credit
    if (!this.#amounts.has(paise)) return undefined
    const isOpen = (request: AskedDeposit) => !refused.has(pairKey(id, request.id))
    const pick = (near: NearKind, requests: readonly AskedDeposit[], utr: string): Match[] =>
      requests.filter(isOpen).map(({ id: requestId }) => ({ tab: 'near', near, requestId, utr }))
    for (const utr of utrs) {
      const digit = withOneOpen(utr).flatMap((form) => this.#open.get(`${paise} ${form}`) ?? [])
      const swap = swapped(utr).flatMap((form) => this.#whole.get(`${paise} ${form}`) ?? [])
      const [found] = [...pick('digit', digit, utr), ...pick('swap', swap, utr)]
      if (found !== undefined) return found
    }
    for (const part of parts) {
      const begun = this.#begun.get(`${paise} ${part.slice(0, cutLetters)}`) ?? []
      const cut = begun.filter((request) => isCutOf(part, request.utr) && isNearDay(day, request.day))
      const [found] = pick('cut', cut, part)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

const isCutOf = (part: string, utr: string): boolean =>
  part.length >= cutLetters && part.length < utr.length && utr.startsWith(part)

const isNearDay = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= nearDays * dayMs

/**
 * Where each credit belongs. A request is the exact match of one row at most: the first, in the order given; further rows with its reference are used. A near match is proposed only for requests
 * that no row of the bank names with their own amount, and never for a pair that was refused.
 */
export function matchCredits(
  credits: readonly BankCredit[],
  requests: readonly AskedDeposit[],
  refused: ReadonlySet<string>,
): ReadonlyMap<string, Match> {
  const ofReference = Map.groupBy(requests, ({ utr }) => utr)
  const unnamed = new Unnamed(requests.filter(({ status, hasRow }) => status === 'pending' && !hasRow))
  const taken = new Set<string>()
  return new Map(
    credits.map((credit) => {
      const match = matchByReference(credit, ofReference, refused)
      if (match?.tab === 'exact' && match.requestId !== null) {
        if (taken.has(match.requestId)) return [credit.id, { ...match, tab: 'used' }]
        taken.add(match.requestId)
      }
      return [credit.id, match ?? unnamed.nearestTo(credit, refused) ?? rejectedOf(credit, ofReference)]
    }),
  )
}

/** A row whose requests were all rejected: decided already, unless for another amount. Then it waits for what its player files next. */
function rejectedOf({ utrs, paise }: BankCredit, ofReference: ReadonlyMap<string, readonly AskedDeposit[]>): Match {
  const rejected = utrs.flatMap((utr) => ofReference.get(utr) ?? []).filter(({ status }) => status === 'rejected')
  const equal = rejected.find((request) => request.paise === paise)
  const shown = equal ?? rejected[0]
  if (shown === undefined) return nothing
  return { tab: equal === undefined ? 'none' : 'used', near: null, requestId: shown.id, utr: shown.utr }
}

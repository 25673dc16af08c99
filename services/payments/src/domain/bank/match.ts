import { bankStatementLimits } from '@kismet/contracts'
import type { BankTab, NearKind, RequestStatus } from '@kismet/contracts'

/** A credit of a bank. Amounts are paise, days are yyyy-mm-dd of Asia/Kolkata. */
export interface BankCredit {
  readonly id: string
  readonly day: string
  readonly paise: number
  readonly reference: string | null
  /** Other numbers. In a row without a reference one of them may be the reference. */
  readonly numbers: readonly string[]
  /** The request that the row has paid for, or is reserved for by the first of two approvals. */
  readonly paidFor: string | null
  /** The bank has sent the money back: a debit has the reference and amount. */
  readonly isReturned: boolean
}

/** A deposit request; `reference` is in the compared form. */
export interface AskedDeposit {
  readonly id: string
  readonly reference: string
  readonly day: string
  readonly paise: number
  readonly status: RequestStatus
  /** A row has its reference and amount, or has paid for it. */
  readonly hasRow: boolean
}

export interface Match {
  readonly tab: BankTab
  readonly near: NearKind | null
  readonly requestId: string | null
  /** The number of the row that joins the row and the request. */
  readonly utr: string | null
}

const { cutLetters, nearDays } = bankStatementLimits
const dayMs = 24 * 60 * 60_000

const nothing: Match = { tab: 'none', near: null, requestId: null, utr: null }
/** The match of a row that is no deposit. */
export const noDeposit: Match = { ...nothing, tab: 'other' }

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
function resemblance(
  number: string,
  day: string,
  asked: Pick<AskedDeposit, 'reference' | 'day'>,
): NearKind | undefined {
  if (number === asked.reference) return 'text'
  if (isSimilar(number, asked.reference)) return 'similar'
  const days = Math.abs(Date.parse(day) - Date.parse(asked.day)) / dayMs
  const isCut = number.length >= cutLetters && asked.reference.startsWith(number)
  return isCut && days <= nearDays ? 'cut' : undefined
}

/** Whether a number of a row resembles the reference of a request: its reference, or any number of a row without one. */
export function isResemblance(
  { reference, numbers, day }: Pick<BankCredit, 'reference' | 'numbers' | 'day'>,
  asked: Pick<AskedDeposit, 'reference' | 'day'>,
): boolean {
  return (reference === null ? numbers : [reference]).some((number) => resemblance(number, day, asked) !== undefined)
}

/**
 * Matches credits with requests (docs/internals/decisions/0020). An exact match has the reference and the amount of a
 * request. A near match is a suggestion, and only for a request without a row.
 */
export class Matcher {
  readonly #byId: ReadonlyMap<string, AskedDeposit>
  readonly #byReference: ReadonlyMap<string, readonly AskedDeposit[]>
  /** Requests without a row, by status and amount. */
  readonly #withoutRow: ReadonlyMap<string, readonly AskedDeposit[]>

  constructor(requests: readonly AskedDeposit[]) {
    this.#byId = new Map(requests.map((one) => [one.id, one]))
    this.#byReference = Map.groupBy(requests, ({ reference }) => reference)
    const withoutRow = requests.filter(({ hasRow }) => !hasRow)
    this.#withoutRow = Map.groupBy(withoutRow, ({ status, paise }) => `${status} ${paise}`)
  }

  match(credit: BankCredit): Match {
    const { paidFor, paise, reference: utr } = credit
    if (paidFor !== null) return this.#matchOfPaid(credit, this.#byId.get(paidFor))
    if (credit.isReturned) return noDeposit
    const named = (utr === null ? undefined : this.#byReference.get(utr)) ?? []
    const waits = named.find(({ status }) => status === 'pending')
    if (waits !== undefined && waits.paise !== paise) return { tab: 'near', near: 'amount', requestId: waits.id, utr }
    const approved = named.find(({ status }) => status === 'approved')
    if (approved !== undefined) return { tab: 'used', near: null, requestId: approved.id, utr }
    const paid = this.#suggestion(credit, 'approved')
    if (paid !== undefined) return { ...paid, near: 'paid' }
    if (waits !== undefined) return { tab: 'exact', near: null, requestId: waits.id, utr }
    const rejected = named.find((one) => one.paise === paise) ?? named[0]
    if (rejected?.paise === paise) return { tab: 'used', near: null, requestId: rejected.id, utr }
    return this.#suggestion(credit, 'pending') ?? { ...nothing, requestId: rejected?.id ?? null, utr }
  }

  /** A row that the first of two admins has approved by keeps its match for the second admin. */
  #matchOfPaid({ paidFor: requestId, reference: utr }: BankCredit, paid: AskedDeposit | undefined): Match {
    if (paid?.status !== 'pending') return { tab: 'used', near: null, requestId, utr }
    return utr === paid.reference
      ? { tab: 'exact', near: null, requestId, utr }
      : { tab: 'near', near: 'similar', requestId, utr }
  }

  #suggestion({ paise, day, reference, numbers }: BankCredit, status: RequestStatus): Match | undefined {
    const all = reference === null ? numbers : [reference]
    for (const asked of this.#withoutRow.get(`${status} ${paise}`) ?? [])
      for (const utr of all) {
        const near = resemblance(utr, day, asked)
        if (near !== undefined) return { tab: 'near', near, requestId: asked.id, utr }
      }
    return undefined
  }
}

import { payoutIdLength } from '@kismet/contracts'
import type { BankRowKind, PayoutProblem, PayoutTab, RequestStatus } from '@kismet/contracts'
import { shortIdOf } from '../payout.ts'

/** A row of a bank as payouts are matched with it. Amounts are paise, negative for a debit. */
export interface PayoutRow {
  readonly id: string
  readonly text: string
  readonly paise: number
  readonly kind: BankRowKind
  readonly reference: string | null
  /** The withdrawal that the debit paid. */
  readonly paidOut: string | null
  /** The deposit that the credit paid for. */
  readonly paidFor: string | null
}

/** A withdrawal; `reference` is the bank's reference in the compared form. */
export interface Payable {
  readonly id: string
  readonly paise: number
  readonly status: RequestStatus
  readonly reference: string | null
  /** Its debit. */
  readonly rowId: string | null
  readonly accountNumber: string
  readonly name: string
}

export interface PayoutMatch {
  readonly tab: PayoutTab
  readonly problem: PayoutProblem | null
  readonly withdrawalId: string | null
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

/** Whether the text of a row has the id of a withdrawal. */
export const namesWithdrawal = (text: string, id: string): boolean => idsIn(text).includes(shortIdOf(id))

const letters = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '')
const leastOfName = 5

/** Whether a row looks like the payment of a withdrawal of its amount: it has the account number or the name. */
function isNear({ text }: PayoutRow, { accountNumber, name }: Payable): boolean {
  const bare = letters(name)
  return text.replace(/\s/g, '').includes(accountNumber) || (bare.length >= leastOfName && letters(text).includes(bare))
}

/** What is known of other rows: `returned` has the rows with an opposite row of the same reference. */
export interface Others {
  readonly returned: ReadonlySet<string>
}

/** Matches rows of a bank with withdrawals (docs/internals/decisions/0031). */
export class PayoutMatcher {
  readonly #byId: ReadonlyMap<string, Payable>
  readonly #byShortId: ReadonlyMap<string, Payable>
  readonly #byReference: ReadonlyMap<string | null, Payable>
  /** Withdrawals that are not rejected and have no debit, by amount. */
  readonly #withoutRow: ReadonlyMap<number, readonly Payable[]>
  readonly #returned: ReadonlySet<string>
  /** Withdrawals whose payment came back in one of the rows. */
  readonly #sentBack: ReadonlySet<string>

  constructor(withdrawals: readonly Payable[], rows: readonly PayoutRow[], { returned }: Others) {
    this.#byId = new Map(withdrawals.map((one) => [one.id, one]))
    this.#byShortId = new Map(withdrawals.map((one) => [shortIdOf(one.id), one]))
    this.#byReference = new Map(withdrawals.flatMap((one) => (one.reference === null ? [] : [[one.reference, one]])))
    const open = withdrawals.filter(({ rowId, status }) => rowId === null && status !== 'rejected')
    this.#withoutRow = Map.groupBy(open, ({ paise }) => paise)
    this.#returned = returned
    this.#sentBack = new Set(rows.flatMap((row) => this.#returnedBy(row)?.id ?? []))
  }

  /** The match of a row, or undefined for a row that is no payout. */
  match(row: PayoutRow): PayoutMatch | undefined {
    const named = this.#named(row)
    const to = (tab: PayoutTab, problem: PayoutProblem | null = null, one = named): PayoutMatch => ({
      ...{ tab, problem },
      withdrawalId: one?.id ?? null,
    })
    if (row.paise > 0) return this.#returnedBy(row) === undefined ? undefined : to('problem', 'returned')
    if (row.kind !== 'debit') return undefined
    if (row.paidOut !== null) return to('paid', null, this.#byId.get(row.paidOut))
    if (named !== undefined) {
      if (named.paise !== -row.paise) return to('problem', 'amount')
      if (named.status === 'approved')
        return named.rowId === null || named.rowId === row.id ? to('paid') : to('problem', 'twice')
      if (this.#sentBack.has(named.id) || this.#returned.has(row.id)) return to('problem', 'returned')
      return named.status === 'rejected' ? to('problem', 'rejected') : to('exact')
    }
    if (this.#returned.has(row.id)) return to('problem', 'deposit_returned')
    const near = this.#withoutRow.get(-row.paise)?.find((one) => isNear(row, one))
    return near === undefined ? to('none') : to('near', null, near)
  }

  /** The withdrawal whose payment came back in a credit. A credit that paid for a deposit is no return. */
  #returnedBy(row: PayoutRow): Payable | undefined {
    const named = row.paise > 0 && row.paidFor === null ? this.#named(row) : undefined
    return named?.paise === row.paise ? named : undefined
  }

  #named({ text, reference }: PayoutRow): Payable | undefined {
    const byId = idsIn(text).flatMap((id) => this.#byShortId.get(id) ?? [])[0]
    return byId ?? (reference === null ? undefined : this.#byReference.get(reference))
  }
}

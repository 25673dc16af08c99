import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import { debitsOf, returnsOf } from '../db/bank-rows.ts'
import type { PlacedRow } from '../db/bank-rows.ts'
import type { StoredWithdrawal } from '../db/requests.ts'
import { comparedUtr } from '../domain/bank/references.ts'

/** What the bank's rows say of the payment of a withdrawal. */
export interface PayoutAtBank {
  /** The debit that the bank has not returned. */
  readonly stands: PlacedRow | undefined
  /** The debits that the bank has certainly returned. */
  readonly returned: readonly PlacedRow[]
  /** The credits that return debits, oldest first. */
  readonly returns: readonly PlacedRow[]
  /** The bank has returned each debit. */
  readonly isReturned: boolean
  /** A free debit with the id and another amount. */
  readonly other: PlacedRow | undefined
}

/** @param paidReference the reference of the payment; without it, the reference of the withdrawal */
export async function readPayoutAtBank(
  db: Queryable,
  { id, amountPaise, paidReference }: Pick<StoredWithdrawal, 'id' | 'amountPaise' | 'paidReference'>,
): Promise<PayoutAtBank> {
  const reference = paidReference === null ? null : comparedUtr(paidReference)
  const named = await debitsOf(db, id, reference)
  const debits = named.filter(({ paise }) => paise + amountPaise === 0)
  const numbers = [{ reference }, ...debits].flatMap((row) => row.reference ?? [])
  const returns = await returnsOf(db, id, numbers)
  const isReturned = returns.length > 0 ? returns.length >= debits.length : debits.every((debit) => debit.isReturned)
  // A return with the id alone does not say which of two debits came back: the later one was paid again.
  const left = isReturned ? [] : debits.filter((debit) => !debit.isReturned)
  const own =
    left.find((debit) => debit.paidFor === id) ??
    left.find((debit) => reference !== null && debit.reference === reference)
  return {
    stands: own ?? left.at(returns.length > 0 ? -1 : 0),
    returned: isReturned ? debits : debits.filter((debit) => debit.isReturned),
    ...{ returns, isReturned: isReturned && debits.length + returns.length > 0 },
    other: named.find(({ paise }) => paise + amountPaise !== 0),
  }
}

const wayOut =
  'The bank returned this payment. Release and reject the withdrawal: the money on hold returns to the player. Or pay it again, and enter the new reference.'

/**
 * Refuses to book a withdrawal as paid by a debit that the bank has returned.
 * @param rowId the debit, if an admin saw it
 * @throws Refusal `bank_row_returned`
 */
export async function refuseReturned(db: Queryable, paid: StoredWithdrawal, rowId: string | undefined): Promise<void> {
  const { returned, returns, isReturned } = await readPayoutAtBank(db, paid)
  const reference = paid.paidReference === null ? undefined : comparedUtr(paid.paidReference)
  const rows = [...returned, ...returns]
  const isOfReturned =
    rowId === undefined && reference === undefined
      ? isReturned
      : rows.some((row) => row.id === rowId || (reference !== undefined && row.reference === reference))
  if (isOfReturned) throw new Refusal('bank_row_returned', wayOut)
}

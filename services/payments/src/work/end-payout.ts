import { readPaidReference } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { findReferenceOwner, takeReferenceLock } from '../db/payouts.ts'
import type { Changes, StoredWithdrawal } from '../db/requests.ts'
import { refusalOf, standingOf } from '../domain/payout.ts'
import type { PayoutAction } from '../domain/payout.ts'
import { refuseReturned } from './payout-at-bank.ts'
import { requireRow } from './take-bank-row.ts'
import type { Pair } from './take-bank-row.ts'

/** How the bank paid a withdrawal: by the reference that an admin typed, or by the debit that the admin saw. */
export type Paid = { readonly reference: string } | Pair

interface End {
  readonly status: 'approved' | 'rejected'
  /** The approval is the first of two. */
  readonly isFirst: boolean
  readonly admin: Admin
  readonly paid: Paid | undefined
  readonly nowMs: number
}

const releaseFirst = 'You are paying this withdrawal. Release the payout first.'

/** @throws Refusal `being_paid`, `payout_expired` for an action that the payout forbids */
export function requireAllowedByPayout(
  action: PayoutAction,
  withdrawal: StoredWithdrawal,
  { id, role }: Admin,
  nowMs: number,
): void {
  const code = refusalOf(action, standingOf(withdrawal, id, nowMs), role)
  if (code === undefined) return
  const params = { by: withdrawal.payByName ?? '', since: isoTime(withdrawal.paySinceMs ?? 0) }
  const where = withdrawal.payoutFileId === null ? 'is paying this withdrawal' : 'has it in a payment file'
  const said = withdrawal.payBy === id ? releaseFirst : `${params.by} ${where}.`
  throw new Refusal(code, code === 'being_paid' ? said : undefined, params)
}

/**
 * What a decision about a locked withdrawal writes of its payment. A first of two approvals comes before the payment.
 * @throws Refusal `being_paid`, `payout_expired`, `first_approval_needed`, `reference_paid`, `bank_row_returned`;
 *   `invalid_request` for a text that is no reference; `bank_row_changed` when the debit cannot be the payment any more
 */
export async function endPayout(transaction: Queryable, asked: StoredWithdrawal, end: End): Promise<Changes> {
  const { status, isFirst, admin, paid, nowMs } = end
  requireAllowedByPayout(status === 'approved' ? 'approve' : 'reject', asked, admin, nowMs)
  if (status === 'rejected') return {}
  const typed = paid !== undefined && 'reference' in paid ? paid : undefined
  const seen = paid !== undefined && 'rowId' in paid ? paid : undefined
  if (isFirst && typed) throw new Refusal('first_approval_needed')
  const reference = typed ? requireReference(typed.reference) : seen ? await takeDebit(transaction, asked, seen) : null
  if (isFirst) return {}
  await refuseReturned(transaction, { ...asked, paidReference: reference }, seen?.rowId)
  if (reference === null) return {}
  await takeReferenceLock(transaction, reference)
  const requestId = await findReferenceOwner(transaction, reference)
  if (requestId !== undefined) throw new Refusal('reference_paid', undefined, { requestId })
  return { paid_reference: reference }
}

function requireReference(text: string): string {
  const read = readPaidReference(text)
  if (!read.ok) throw new Refusal('invalid_request', read.message)
  return read.value
}

/** Locks the debit that pays a withdrawal. @returns its reference with the zeros that a compared form lacks, or null */
async function takeDebit(transaction: Queryable, asked: StoredWithdrawal, pair: Pair): Promise<string | null> {
  const { reference } = await requireRow(transaction, asked, pair)
  return reference !== null && /^\d+$/.test(reference) ? reference.padStart(12, '0') : reference
}

import type { MoneyNotice } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { insertNotice } from '../db/notices.ts'
import type { StoredRequest } from '../db/requests.ts'

/** What a decision means to the player. */
function noticeOf(request: StoredRequest): Omit<MoneyNotice, 'playerId' | 'amountPaise' | 'decidedAt'> {
  const isApproved = request.status === 'approved'
  const reason = isApproved ? undefined : (request.adminReason ?? undefined)
  if (request.kind === 'deposit') {
    if (!isApproved) return { notice: 'deposit_rejected', reason }
    return { notice: 'deposit_approved', askedPaise: request.askedPaise ?? undefined }
  }
  if (!isApproved) return { notice: 'withdrawal_rejected', reason }
  const { account, paidReference } = request
  const lastDigits = account.accountNumber.slice(-4)
  return { notice: 'withdrawal_paid', lastDigits, reference: paidReference ?? undefined }
}

/** Writes the notice about a decision, in the transaction that marks its booking, or in that of a decision without one. */
export async function tellPlayer(
  transaction: Queryable,
  { clock, randomness }: Pick<Context, 'clock' | 'randomness'>,
  request: StoredRequest,
): Promise<void> {
  const createdAtMs = clock.now()
  const { playerId, amountPaise, decidedAtMs } = request
  if (decidedAtMs === null) throw new Error('A notice is about a decision')
  const body = { playerId, amountPaise, decidedAt: isoTime(decidedAtMs), ...noticeOf(request) }
  await insertNotice(transaction, { id: randomness.id(createdAtMs), createdAtMs, body })
}

import { isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch } from '../../core/store.ts'
import type { Notice } from '../../entities/notices/use-tell.ts'
import { sendDecision } from '../../entities/queue/decide.ts'
import { depositCalls } from '../../entities/queue/deposits-api.ts'
import { approvePairs, isApproved, isFirst, isUnclear, unclearText, whyNot } from './approve-run.ts'
import type { BankMatch } from './bank-api.ts'

export type Decision = 'approve' | 'reject'

/** Why a request is rejected for what its pair shows, as the player reads it; undefined where that is no reason. */
export const rejectionOf = ({ near }: BankMatch): string | undefined =>
  near === 'amount' ? 'Amount differs' : undefined

/** The notice of a failure. Without an answer the outcome is unknown, which is no refusal. @param what the unknown outcome, in words */
const failureOf = (error: CallError, what: string): Notice =>
  isOutcomeUnknown(error)
    ? [
        'bad',
        'Unclear',
        `No answer from the server. It is unknown whether ${what}. Check the request before you continue.`,
      ]
    : ['bad', 'Action failed', errorDetail(error)]

/** The request is already approved: the decision only records which row has paid for it. */
export const isPaid = ({ near }: BankMatch): boolean => near === 'paid'

/** Approves a pair. @returns what came of it */
async function approveNear(
  dispatch: AppDispatch,
  match: BankMatch,
  email: string,
  onUnclear: () => void,
): Promise<Notice> {
  const sent = await dispatch(approvePairs([match], 'near', onUnclear))
  if ('error' in sent) return failureOf(sent.error, isPaid(match) ? 'the payment was noted' : `${email} was approved`)
  const [result] = sent.data.results
  if (isUnclear(result)) return ['bad', 'Unclear', unclearText]
  if (isPaid(match) && result?.outcome === 'approved')
    return ['good', 'Payment noted', 'The row is linked to this request. No money was credited.']
  if (isFirst(result)) return ['good', 'Approved first', `${email} waits for a second admin.`]
  return isApproved(result)
    ? ['good', 'Approved', `${formatRupees(match.amount)} credited to ${email}.`]
    : ['bad', 'Not approved', whyNot(result)]
}

/** Sends the decision about a pair until its outcome is known. `onUnclear`: the first answer was lost. @returns what came of it */
export async function decideNear(
  dispatch: AppDispatch,
  match: BankMatch,
  decision: Decision,
  onUnclear: () => void,
): Promise<Notice> {
  const { request } = match
  if (!request) return ['bad', 'Action failed']
  const { email } = request.user
  if (decision === 'approve') return approveNear(dispatch, match, email, onUnclear)
  const adminReason = rejectionOf(match)
  const known = await dispatch(sendDecision(depositCalls, request._id, { status: 'rejected', adminReason }, onUnclear))
  if ('error' in known) return failureOf(known.error, `${email} was rejected`)
  return ['good', 'Rejected', `${email}: “${adminReason}”. The row stays free for another request.`]
}

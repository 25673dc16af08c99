import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch } from '../../core/store.ts'
import type { Notice } from '../../entities/notices/use-tell.ts'
import { depositsApi } from '../../entities/queue/deposits-api.ts'
import { approvePairs, isApproved, isFirst, isUnclear, unclearText, whyNot } from './approve-run.ts'
import type { BankMatch } from './bank-api.ts'

export type Decision = 'approve' | 'reject'

const { decideDeposit } = depositsApi.endpoints

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

/** Sends what was decided of a pair. @returns what came of it */
export async function decideNear(dispatch: AppDispatch, match: BankMatch, decision: Decision): Promise<Notice> {
  const { request, amount } = match
  if (!request) return ['bad', 'Action failed']
  const { email } = request.user
  if (decision === 'approve') {
    const sent = await dispatch(approvePairs([match], 'near'))
    if ('error' in sent) return failureOf(sent.error, isPaid(match) ? 'the payment was noted' : `${email} was approved`)
    const [result] = sent.data.results
    if (isUnclear(result)) return ['bad', 'Unclear', unclearText]
    if (isPaid(match) && result?.outcome === 'approved')
      return ['good', 'Payment noted', 'The row is linked to this request. No money was credited.']
    if (isFirst(result)) return ['good', 'Approved first', `${email} waits for a second admin.`]
    return isApproved(result)
      ? ['good', 'Approved', `${formatRupees(amount)} credited to ${email}.`]
      : ['bad', 'Not approved', whyNot(result)]
  }
  const reason = rejectionOf(match)
  const { error } = await dispatch(decideDeposit.initiate({ id: request._id, status: 'rejected', adminReason: reason }))
  if (error !== undefined) return failureOf(asCallError(error), `${email} was rejected`)
  return ['good', 'Rejected', `${email}: “${reason}”. The row stays free for another request.`]
}

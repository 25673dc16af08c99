import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { dismissBankPair, dismissibleKinds } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { errorDetail } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import type { Toast } from '../../entities/notices/use-show-toast.ts'
import { depositCalls } from '../../entities/queue/deposits-api.ts'
import { secondAdminText } from '../../entities/queue/second-admin.ts'
import { decisionCalls } from '../../entities/queue/use-decision.ts'
import { changing } from '../../entities/session/from-contract.ts'
import { firstAnswer, useCommand } from '../../entities/session/orders.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import type { PairResult } from './approve-run.ts'
import { approvePairs, kindOf, triesOfCall, unknownText, whyNot } from './approve-run.ts'
import type { BankMatch } from './bank-api.ts'

export type Decision = 'approve' | 'reject' | 'dismiss'

/** Why a request is rejected for what its pair shows, as the player reads it; undefined where that is no reason. */
export const rejectionOf = ({ near }: BankMatch): string | undefined =>
  near === 'amount' ? 'Amount differs' : undefined

/** The request is already approved: the decision only records which row has paid for it. */
export const isPaid = ({ near }: BankMatch): boolean => near === 'paid'

/** Whether an admin can dismiss a pair: its references differ, and no admin has approved it first. */
export const mayDismiss = ({ near, request }: BankMatch): boolean =>
  dismissibleKinds.some((kind) => kind === near) && request?.firstApproval === null

const dismiss = changing(dismissBankPair, ['Deposits'])

/** The toast of an approval that was answered. */
function approvedToast(match: BankMatch, email: string, result: PairResult | undefined): Toast {
  const kind = kindOf(result)
  if (kind === 'unknown') return ['bad', 'Unclear', unknownText]
  if (isPaid(match) && result?.outcome === 'approved')
    return ['good', 'Payment noted', 'The row is linked to this request. No money was credited.']
  if (kind === 'first') {
    const why = secondAdminText(result?.secondAdminReasons ?? [])
    return ['good', 'Approved first', `${email} waits for a second admin. ${why}`.trim()]
  }
  return kind === 'approved'
    ? ['good', 'Approved', `${formatRupees(match.amount)} credited to ${email}.`]
    : ['bad', 'Not approved', whyNot(result)]
}

/** The toast of an outcome. @param what the unknown outcome, in words */
function toastOf<T>(ended: OrderOutcome<T>, what: string, done: (data: T) => Toast): Toast {
  if (ended.is === 'done') return done(ended.data)
  if (ended.is !== 'lost') return ['bad', 'Action failed', errorDetail(ended.error)]
  const unknown = `No answer from the server. It is unknown whether ${what}. Check the request before you continue.`
  return ['bad', 'Unclear', unknown]
}

/**
 * Sends the decision about a pair until its outcome is known, and shows the outcome.
 * @returns a promise that ends with the first answer, or once that answer is lost
 */
export function useDecideNear(): (match: BankMatch, decision: Decision) => Promise<unknown> {
  const dispatch = useAppDispatch()
  const { username } = useAdmin()
  const { send } = useCommand()
  const settle = async (match: BankMatch, decision: Decision, onUnanswered: () => void): Promise<void> => {
    const { request } = match
    if (!request) return
    const { email } = request.user
    const show = (toast: Toast | null): unknown => toast && dispatch(toastShown(...toast))
    if (decision === 'approve') {
      const approve = approvePairs([match], 'near')
      const ended = await send({ send: approve, look: approve, times: triesOfCall, onUnanswered })
      const what = isPaid(match) ? 'the payment was noted' : `${email} was approved`
      show(ended && toastOf(ended, what, ({ results: [result] }) => approvedToast(match, email, result)))
      return
    }
    if (decision === 'dismiss') {
      const sent = (callApi: CallApi) => dismiss({ rowId: match.rowId, requestId: request._id }, callApi)
      const ended = await send({ send: sent, look: sent, times: triesOfCall, onUnanswered })
      const says = 'The pair never comes back. The row stays free, and the request waits.'
      show(ended && toastOf(ended, 'the pair was dismissed', () => ['good', 'Dismissed', says]))
      return
    }
    const adminReason = rejectionOf(match)
    const calls = decisionCalls(depositCalls, request._id, { status: 'rejected', adminReason }, username)
    const ended = await send({ ...calls, onUnanswered })
    const says = `${email}: “${adminReason}”. The row stays free for another request.`
    show(ended && toastOf(ended, `${email} was rejected`, () => ['good', 'Rejected', says]))
  }
  return (match, decision) =>
    firstAnswer((onLost) =>
      settle(match, decision, () => {
        dispatch(toastShown('bad', 'No answer yet', 'The decision is sent again. A message will say the outcome.'))
        onLost()
      }),
    )
}

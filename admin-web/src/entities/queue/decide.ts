import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { errorDetail } from '../../core/error-text.ts'
import { noticeShown } from '../notices/notices-slice.ts'
import { epochOf, selectSession } from '../session/session-slice.ts'
import type { Decided, DeskPort, QueueQuery, QueueRequest, Thunk } from './request.ts'
import type { Verdict } from './sent-decisions.ts'
import { decisionKnown, decisionSent, decisionUnclear } from './sent-decisions.ts'

/** Refusals that an earlier attempt of the same decision causes. */
const ownTraces: readonly (string | null)[] = ['already_decided', 'second_admin_needed']

/** The effect of this admin's decision on a request: the first of two approvals, decided, or null for no effect. */
function traceOf<Request extends QueueRequest>(
  request: Request,
  { status }: Verdict,
  username: string | undefined,
): Decided<Request> | null {
  const isFirst = status === 'approved' && request.firstApproval?.by === username
  if (request.status === 'pending') return isFirst ? { request, isFirst } : null
  return request.status === status && (isFirst || request.decidedBy === username) ? { request, isFirst: false } : null
}

/** Retries the decision. If the request is already decided, an earlier attempt may be the reason, so the request is read. */
function sendAgain<Request extends QueueRequest, Query extends QueueQuery>(
  port: DeskPort<Request, Query>,
  id: string,
  verdict: Verdict,
): Thunk<Sent<Decided<Request>>> {
  return async (dispatch, getState) => {
    const sent = await dispatch(port.send(id, verdict))
    if ('data' in sent || !ownTraces.includes(sent.error.code)) return sent
    const looked = await dispatch(port.look(id))
    if ('error' in looked) return looked
    const trace = traceOf(looked.data, verdict, selectSession(getState())?.admin.username)
    return trace === null ? sent : { data: trace }
  }
}

/** The notice about a decision and its player. If the answer of an approval was lost, the credit is booked or follows by itself. */
function noticeOf<Request extends QueueRequest, Query extends QueueQuery>(
  port: DeskPort<Request, Query>,
  { request, isFirst }: Decided<Request>,
  verdict: Verdict,
  wasUnclear: boolean,
): { title: string; text: string } {
  const whose = `${formatRupees(request.amount)} of ${request.user.email}`
  if (isFirst) return { title: 'First approval', text: `${whose} needs the approval of another admin.` }
  if (verdict.status === 'approved') return { title: 'Approved', text: port.approvedText(request, wasUnclear) }
  const reason = verdict.adminReason === undefined ? 'without a reason' : `“${verdict.adminReason}”`
  return { title: 'Rejected', text: `${whose}, ${reason}.` }
}

/**
 * Decides a request and shows the result. A decision without an answer is retried until its outcome is known, because the
 * server decides once. `onDecided` opens the next request and returns a text about it.
 */
export function decide<Request extends QueueRequest, Query extends QueueQuery>(
  port: DeskPort<Request, Query>,
  { _id: id, amount, user }: Request,
  verdict: Verdict,
  onDecided: (id: string) => string,
): Thunk<void> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
    dispatch(decisionSent({ id, verdict }))
    const sent = await dispatch(port.send(id, verdict))
    const wasUnclear = 'error' in sent && isOutcomeUnknown(sent.error)
    if (wasUnclear) dispatch(decisionUnclear(id))
    // After the end of the session no retry is sent, because another admin may be logged in.
    const ask = async (): Promise<Sent<Decided<Request>>> =>
      isOver() ? { error: sessionIsOver } : dispatch(sendAgain(port, id, verdict))
    const known = wasUnclear ? await askUntilKnown({ ask, wait: waitFor }) : { isOpen: false, ...sent }
    if (isOver()) return
    dispatch(decisionKnown({ id, counts: 'data' in known && !known.data.isFirst }))
    if ('data' in known) {
      const { title, text } = noticeOf(port, known.data, verdict, wasUnclear)
      dispatch(noticeShown('good', title, `${text} ${onDecided(id)}`.trim()))
    } else if (known.isOpen) {
      const what = `Unknown outcome: ${formatRupees(amount)} of ${user.email} may have been ${verdict.status}.`
      dispatch(noticeShown('bad', 'Unclear', `${what} Check the request before you continue.`))
    } else dispatch(noticeShown('bad', 'Action failed', errorDetail(known.error)))
  }
}

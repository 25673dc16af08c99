import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { holdPageFor } from '@kismet/ui/feedback/hold-page.ts'
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

/** How a request is decided and read. */
type Calls<Request extends QueueRequest> = Pick<DeskPort<Request, QueueQuery>, 'send' | 'look'>

/** Retries the decision. If the request is already decided, an earlier attempt may be the reason, so the request is read. */
function sendAgain<Request extends QueueRequest>(
  calls: Calls<Request>,
  id: string,
  verdict: Verdict,
): Thunk<Sent<Decided<Request>>> {
  return async (dispatch, getState) => {
    const sent = await dispatch(calls.send(id, verdict))
    if ('data' in sent || !ownTraces.includes(sent.error.code)) return sent
    const looked = await dispatch(calls.look(id))
    if ('error' in looked) return looked
    const trace = traceOf(looked.data, verdict, selectSession(getState())?.admin.username)
    return trace === null ? sent : { data: trace }
  }
}

/** Sends a decision. Without an answer it is sent again until its outcome is known, because the server decides once. `onUnclear`: the first answer was lost. */
export function sendDecision<Request extends QueueRequest>(
  calls: Calls<Request>,
  id: string,
  verdict: Verdict,
  onUnclear: () => void,
): Thunk<Known<Decided<Request>>> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const sent = await dispatch(calls.send(id, verdict))
    if ('data' in sent || !isOutcomeUnknown(sent.error)) return { isOpen: false, ...sent }
    onUnclear()
    // After the end of the session no retry is sent, because another admin may be logged in.
    const ask = async (): Promise<Sent<Decided<Request>>> =>
      epochOf({ getState }).epoch === epoch ? dispatch(sendAgain(calls, id, verdict)) : { error: sessionIsOver }
    return askUntilKnown({ ask, wait: waitFor })
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

/** Decides a request and shows the result. `onDecided` opens the next request and returns a text about it. */
export function decide<Request extends QueueRequest, Query extends QueueQuery>(
  port: DeskPort<Request, Query>,
  { _id: id, amount, user }: Request,
  verdict: Verdict,
  onDecided: (id: string) => string,
): Thunk<void> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    dispatch(decisionSent({ id, verdict }))
    let wasUnclear = false
    const onUnclear = (): void => {
      wasUnclear = true
      dispatch(decisionUnclear(id))
    }
    const known = await holdPageFor(dispatch(sendDecision(port, id, verdict, onUnclear)))
    if (epochOf({ getState }).epoch !== epoch) return
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

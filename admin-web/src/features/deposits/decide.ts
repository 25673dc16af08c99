import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { depositsApi } from '../../entities/queue/deposits-api.ts'
import type { Verdict } from '../../entities/queue/sent-decisions.ts'
import { decisionKnown, decisionSent, decisionUnclear } from '../../entities/queue/sent-decisions.ts'
import { epochOf, selectSession } from '../../entities/session/session-slice.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>

const { decideDeposit, getDeposit } = depositsApi.endpoints

/** Sends the decision. `again`: that it is decided already may be the work of an earlier sending, so the request is looked at. */
function send({ _id: id }: AdminDeposit, verdict: Verdict, again: boolean): Thunk<Sent<AdminDeposit>> {
  return async (dispatch, getState) => {
    const reason = verdict.status === 'rejected' ? { adminReason: verdict.adminReason } : {}
    const order = { id, status: verdict.status, ...reason }
    const { data, error } = await dispatch(decideDeposit.initiate(order, { track: false }))
    if (data) return { data: data.deposit }
    const failure = asCallError(error)
    if (!again || failure.code !== 'already_decided') return { error: failure }
    const looked = await dispatch(getDeposit.initiate({ id }, { forceRefetch: true, subscribe: false }))
    if (!looked.data) return { error: asCallError(looked.error ?? {}) }
    const { deposit } = looked.data
    const isOwn = deposit.decidedBy === selectSession(getState())?.admin.username && deposit.status === verdict.status
    return isOwn ? { data: deposit } : { error: failure }
  }
}

/** What happened, to whom. */
function successText({ amount, user }: AdminDeposit, verdict: Verdict, wasUnclear: boolean): string {
  // An approval whose answer was lost is booked or owed: both come to the player by themselves.
  if (verdict.status === 'approved')
    return `${formatRupees(amount)} ${wasUnclear ? 'goes' : 'credited'} to ${user.email}.`
  const reason = verdict.adminReason === undefined ? 'without a reason' : `“${verdict.adminReason}”`
  return `${formatRupees(amount)} of ${user.email}, ${reason}.`
}

/**
 * Decides about a request and says what came of it. A decision without an answer is asked again until it is known: the server decides once. `onDecided` goes on, and answers what
 * it did.
 */
export function decide(deposit: AdminDeposit, verdict: Verdict, onDecided: (id: string) => string): Thunk<void> {
  return async (dispatch, getState) => {
    const { _id: id, amount, user } = deposit
    const { epoch } = epochOf({ getState })
    const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
    dispatch(decisionSent({ id, verdict }))
    const sent = await dispatch(send(deposit, verdict, false))
    const wasUnclear = 'error' in sent && isOutcomeUnknown(sent.error)
    if (wasUnclear) dispatch(decisionUnclear(id))
    // Nothing is sent in the name of another.
    const ask = async (): Promise<Sent<AdminDeposit>> =>
      isOver() ? { error: sessionIsOver } : dispatch(send(deposit, verdict, true))
    const known = wasUnclear ? await askUntilKnown({ ask, wait: waitFor }) : { isOpen: false, ...sent }
    if (isOver()) return
    dispatch(decisionKnown({ id, counts: 'data' in known }))
    if ('data' in known) {
      const title = verdict.status === 'approved' ? 'Approved' : 'Rejected'
      const text = successText(deposit, verdict, wasUnclear)
      dispatch(noticeShown('good', title, `${text} ${onDecided(id)}`.trim()))
    } else if (known.isOpen) {
      const what = `Whether ${formatRupees(amount)} of ${user.email} was ${verdict.status} could not be found out.`
      dispatch(noticeShown('bad', 'Unclear', `${what} Look at the request before you go on.`))
    } else dispatch(noticeShown('bad', 'Action failed', errorDetail(known.error)))
  }
}

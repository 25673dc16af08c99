import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { storeTabText, useTabText } from '@kismet/app-kit/drafts.ts'
import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import { isInFlight } from '@kismet/app-kit/order.ts'
import { readJson } from '@kismet/app-kit/session/stored-session.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../notices/notices-slice.ts'
import type { Toast } from '../notices/use-show-toast.ts'
import { useDraft, useOrder } from '../session/orders.ts'
import { useAdmin } from '../session/use-session.ts'
import type { DecisionEvent, Step } from './decision.ts'
import { ChosenReason, idle, isOther, nextStep, Verdict } from './decision.ts'
import type { Decided, QueuePort, QueueRequest } from './request.ts'
import { notCountedText, secondAdminText } from './second-admin.ts'

/** Refusals that an earlier attempt of the same decision causes. */
const ownTraces: readonly (string | null)[] = ['already_decided', 'second_admin_needed']

/** The effect of this admin's decision on a request: the first of two approvals, decided, or null for no effect. */
function traceOf<Request extends QueueRequest>(
  request: Request,
  { status, amount }: Verdict,
  username: string,
): Decided<Request> | null {
  const { firstApproval } = request
  const isSame = (counted: number) => amount === undefined || amount === counted
  const isFirst =
    status === 'approved' && firstApproval?.by === username && isSame(firstApproval.amount ?? request.amount)
  if (request.status === 'pending') return isFirst ? { request, isFirst, reasons: [] } : null
  const isOwn = isFirst || request.decidedBy === username
  return request.status === status && isOwn && isSame(request.amount) ? { request, isFirst: false, reasons: [] } : null
}

/**
 * A decision as calls of an order. It is sent again until its outcome is known, because the server decides once. If the
 * request is already decided then, an earlier attempt may be the reason, so the request is read. @param username of this admin
 */
export function decisionCalls<Request extends QueueRequest>(
  calls: Pick<QueuePort<Request>, 'send' | 'look'>,
  id: string,
  verdict: Verdict,
  username: string,
): Record<'send' | 'look', (callApi: CallApi) => Promise<OrderAnswer<Decided<Request>>>> {
  return {
    send: (callApi) => calls.send(id, verdict, callApi),
    look: async (callApi) => {
      const sent = await calls.send(id, verdict, callApi)
      if ('data' in sent || !ownTraces.includes(sent.error.code)) return sent
      const looked = await calls.look(id, callApi)
      if ('error' in looked) return looked
      const trace = traceOf(looked.data, verdict, username)
      return trace === null ? sent : { data: trace }
    },
  }
}

const Ids = z.array(z.string())
// A logout deletes `form:` keys.
const decidedKey = 'form:decided'
const mostKept = 100
const decidedIn = (text: string | null): readonly string[] => readJson(Ids, text) ?? []

function keepDecided(id: string): void {
  storeTabText(decidedKey, JSON.stringify([...decidedIn(sessionStorage.getItem(decidedKey)), id].slice(-mostKept)))
}

/** Requests that were decided in this tab, newest last. A list that was read before may still show them as pending. */
export function useDecidedHere(): readonly string[] {
  const text = useTabText(decidedKey)
  return useMemo(() => decidedIn(text), [text])
}

type OnDecided = (id: string) => Promise<string>

/** The toast about a decision and its player. `onDecided` opens the next request and answers with a text about it. */
async function toastOf<Request extends QueueRequest>(
  port: QueuePort<Request>,
  { _id, amount, user }: Request,
  verdict: Verdict,
  ended: OrderOutcome<Decided<Request>>,
  { wasUnknown, onDecided }: { wasUnknown: boolean; onDecided: OnDecided },
): Promise<Toast> {
  const whose = `${formatRupees(verdict.amount ?? amount)} of ${user.email}`
  if (ended.is === 'lost') {
    const what = `Unknown outcome: ${whose} may have been ${verdict.status}.`
    return ['bad', 'Unclear', `${what} Check the request before you continue.`]
  }
  if (ended.is !== 'done') return ['bad', 'Action failed', errorDetail(ended.error)]
  const next = await onDecided(_id)
  const told = (title: string, text: string): Toast => ['good', title, `${text} ${next}`.trim()]
  const { isFirst, reasons, firstNotCounted } = ended.data
  if (isFirst) {
    const why = [secondAdminText(reasons), notCountedText(firstNotCounted)].join(' ').trim()
    return told('First approval', `${whose} needs the approval of another admin. ${why}`.trim())
  }
  // If the answer of an approval was lost, the credit is booked or follows by itself.
  if (verdict.status === 'approved') return told('Approved', port.approvedText(ended.data.request, wasUnknown))
  const reason = verdict.adminReason === undefined ? 'without a reason' : `“${verdict.adminReason}”`
  return told('Rejected', `${whose}, ${reason}.`)
}

/** Sends decisions about a request. @returns the decision in flight, if any, and a function that sends one */
function useSend<Request extends QueueRequest>(
  port: QueuePort<Request>,
  request: Request | null,
  onDecided: OnDecided,
): { inFlight: Extract<Step, { verdict: object }> | null; decide: (verdict: Verdict) => Promise<void> } {
  const dispatch = useAppDispatch()
  const { username } = useAdmin()
  const name = `decision of ${port.kind} ${request?._id ?? ''}`
  const { orders, send } = useOrder({ name, draft: z.null(), empty: null, facts: Verdict, untilLogout: true })
  const order = orders.find(isInFlight)
  const decide = async (verdict: Verdict): Promise<void> => {
    if (request === null) return
    const calls = decisionCalls(port, request._id, verdict, username)
    const intent = JSON.stringify(verdict)
    // An earlier attempt may have been carried out.
    let wasUnknown = orders.some((one) => one.intent === intent)
    const ended = await send({
      intent,
      facts: verdict,
      send: wasUnknown ? calls.look : calls.send,
      look: calls.look,
      onUnanswered: () => {
        wasUnknown = true
      },
    })
    if (ended === null) return
    if (ended.is === 'done' && !ended.data.isFirst) keepDecided(request._id)
    dispatch(toastShown(...(await toastOf(port, request, verdict, ended, { wasUnknown, onDecided }))))
  }
  const inFlight = order && ({ at: order.state === 'asking' ? 'checking' : 'sending', verdict: order.facts } as const)
  return { inFlight: inFlight ?? null, decide }
}

/** Reasons of rejections that are typed and not sent, by their request. */
const Reasons = z.record(z.string(), ChosenReason)
type Reasons = z.output<typeof Reasons>
const noReasons: Reasons = {}

/** The typed reasons after a step of a request. */
function reasonsAfter(reasons: Reasons, id: string, step: Step): Reasons {
  const { [id]: before, ...others } = reasons
  if (step.at === 'rejecting' && isOther(step.reason) && step.reason.own !== '') return { ...others, [id]: step.reason }
  if (before === undefined) return reasons
  return Object.keys(others).length === 0 ? noReasons : others
}

export interface Decision {
  step: Step
  on: (event: DecisionEvent) => void
}

/**
 * The decision about the open request, which is sent once. A typed reason stays with its request. Every other step begins
 * again with each request, because an Enter that is meant otherwise would send it. `onDecided` goes on, and answers what it did.
 */
export function useDecision<Request extends QueueRequest>(
  port: QueuePort<Request>,
  request: Request | null,
  onDecided: OnDecided,
): Decision {
  const id = request?._id ?? null
  const { inFlight, decide } = useSend(port, request, onDecided)
  const [reasons, keepReasons] = useDraft(`reasons of ${port.kind}`, Reasons, noReasons)
  const typed = id === null ? undefined : reasons[id]
  const begun: Step = typed ? { at: 'rejecting', reason: typed } : idle
  const [held, setHeld] = useState({ id, step: begun })
  if (held.id !== id) setHeld({ id, step: begun })
  const step = inFlight ?? (held.id === id ? held.step : begun)

  const on = (event: DecisionEvent): void => {
    if (!request) return
    const next = nextStep(step, event)
    if (next === step) return
    setHeld({ id, step: 'verdict' in next ? idle : next })
    keepReasons((now) => reasonsAfter(now, request._id, next))
    if ('verdict' in next) void decide(next.verdict)
  }
  return { step, on }
}

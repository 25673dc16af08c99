import { useState } from 'react'
import { useKept } from '../../core/kept-drafts.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { decide } from './decide.ts'
import type { DecisionEvent, Step } from './decision.ts'
import { idle, nextStep } from './decision.ts'
import type { ChosenReason } from './reasons.ts'
import { isOther } from './reasons.ts'
import type { DeskPort, QueueQuery, QueueRequest } from './request.ts'
import type { SentDecision } from './sent-decisions.ts'
import { selectSentDecision } from './sent-decisions.ts'

export interface Decision {
  step: Step
  on: (event: DecisionEvent) => void
}

const stepOf = ({ verdict, isUnclear }: SentDecision): Step => ({ at: isUnclear ? 'checking' : 'sending', verdict })

/** Reasons of rejections that are typed and not sent, by their request. */
type Reasons = Readonly<Record<string, ChosenReason>>

/** The typed reasons after a step of a request; undefined without any. */
function reasonsAfter(reasons: Reasons, id: string, step: Step): Reasons | undefined {
  const { [id]: _, ...others } = reasons
  const isTyped = step.at === 'rejecting' && isOther(step.reason) && step.reason.own !== ''
  const now = isTyped ? { ...others, [id]: step.reason } : others
  return Object.keys(now).length === 0 ? undefined : now
}

/**
 * The decision about the open request, which is sent once. A typed reason stays with its request. Every other step begins
 * again with each request, because an Enter that is meant otherwise would send it. `onDecided` goes on, and answers what it did.
 */
export function useDecision<Request extends QueueRequest, Query extends QueueQuery>(
  port: DeskPort<Request, Query>,
  request: Request | null,
  onDecided: (id: string) => string,
): Decision {
  const dispatch = useAppDispatch()
  const id = request?._id ?? null
  const sent = useAppSelector((state) => selectSentDecision(state, id))
  const [reasons = {}, keepReasons] = useKept<Reasons>(`reasons of ${port.kind}`)
  const typed = id === null ? undefined : reasons[id]
  const begun: Step = typed ? { at: 'rejecting', reason: typed } : idle
  const [held, setHeld] = useState({ id, step: begun })
  if (held.id !== id) setHeld({ id, step: begun })
  const step = sent ? stepOf(sent) : held.id === id ? held.step : begun

  const on = (event: DecisionEvent): void => {
    if (!request) return
    const next = nextStep(step, event)
    if (next === step) return
    const isSent = next.at === 'sending'
    setHeld({ id, step: isSent ? idle : next })
    keepReasons((now = {}) => reasonsAfter(now, request._id, next))
    if (isSent) void dispatch(decide(port, request, next.verdict, onDecided))
  }
  return { step, on }
}

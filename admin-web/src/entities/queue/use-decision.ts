import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { decide } from './decide.ts'
import type { DecisionEvent, Step } from './decision.ts'
import { idle, nextStep } from './decision.ts'
import { isOther } from './reasons.ts'
import type { DeskPort, QueueQuery, QueueRequest } from './request.ts'
import type { SentDecision } from './sent-decisions.ts'
import { selectSentDecision } from './sent-decisions.ts'

export interface Decision {
  step: Step
  on: (event: DecisionEvent) => void
}

const stepOf = ({ verdict, isUnclear }: SentDecision): Step => ({ at: isUnclear ? 'checking' : 'sending', verdict })

/** Whether a step is still there after another request was looked at: only words in their field. All else is begun anew, for an Enter that is meant otherwise would send it. */
const isKept = (step: Step): boolean => step.at === 'rejecting' && isOther(step.reason) && step.reason.own !== ''

/** The decision about the request that is open: begun anew with each request, sent once; words stay with theirs. `onDecided` goes on, and answers what it did. */
export function useDecision<Request extends QueueRequest, Query extends QueueQuery>(
  port: DeskPort<Request, Query>,
  request: Request | null,
  onDecided: (id: string) => string,
): Decision {
  const dispatch = useAppDispatch()
  const id = request?._id ?? null
  const sent = useAppSelector((state) => selectSentDecision(state, id))
  const [held, setHeld] = useState<ReadonlyMap<string, Step>>(new Map())
  const kept = new Map([...held].filter(([of, one]) => of === id || isKept(one)))
  if (kept.size < held.size) setHeld(kept)
  const step = sent ? stepOf(sent) : ((id === null ? undefined : kept.get(id)) ?? idle)

  const on = (event: DecisionEvent): void => {
    if (!request) return
    const next = nextStep(step, event)
    if (next === step) return
    const isSent = next.at === 'sending'
    setHeld(new Map(kept).set(request._id, isSent ? idle : next))
    if (isSent) void dispatch(decide(port, request, next.verdict, onDecided))
  }
  return { step, on }
}

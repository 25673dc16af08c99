import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import type { SentDecision } from '../../entities/queue/sent-decisions.ts'
import { selectSentDecision } from '../../entities/queue/sent-decisions.ts'
import { decide } from './decide.ts'
import type { DecisionEvent, Step } from './decision.ts'
import { idle, nextStep } from './decision.ts'
import { isOther } from './reasons.ts'

export interface Decision {
  step: Step
  on: (event: DecisionEvent) => void
}

const stepOf = ({ verdict, isUnclear }: SentDecision): Step => ({ at: isUnclear ? 'checking' : 'sending', verdict })

/** Whether a step is still there after another request was looked at: only words in their field. All else is begun anew, for an Enter that is meant otherwise would send it. */
const isKept = (step: Step): boolean => step.at === 'rejecting' && isOther(step.reason) && step.reason.own !== ''

/** The decision about the request that is open: begun anew with each request, sent once. `onDecided` goes on, and answers what it did. */
export function useDecision(deposit: AdminDeposit | null, onDecided: (id: string) => string): Decision {
  const dispatch = useAppDispatch()
  const id = deposit?._id ?? null
  const sent = useAppSelector((state) => selectSentDecision(state, id))
  const [held, setHeld] = useState<{ id: string | null; step: Step }>({ id: null, step: idle })
  if (held.id !== id && held.step !== idle && !isKept(held.step)) setHeld({ id: null, step: idle })
  const step = sent ? stepOf(sent) : held.id === id ? held.step : idle

  const on = (event: DecisionEvent): void => {
    if (!deposit) return
    const next = nextStep(step, event)
    if (next === step) return
    const isSent = next.at === 'sending'
    setHeld({ id, step: isSent ? idle : next })
    if (isSent) void dispatch(decide(deposit, next.verdict, onDecided))
  }
  return { step, on }
}

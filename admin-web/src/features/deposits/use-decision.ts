import { asCallError } from '@kismet/app-kit/call-error.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { useState } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { useDecideDepositMutation } from '../../entities/queue/deposits-api.ts'
import { useAppDispatch } from '../../core/store.ts'
import type { DecisionEvent, Step, Verdict } from './decision.ts'
import { idle, nextStep } from './decision.ts'

export interface Decision {
  step: Step
  on: (event: DecisionEvent) => void
}

/** What happened, to whom. */
function successText({ amount, user }: AdminDeposit, verdict: Verdict): string {
  if (verdict.status === 'approved') return `${formatRupees(amount)} credited to ${user.email}.`
  const reason = verdict.adminReason === undefined ? 'without a reason' : `“${verdict.adminReason}”`
  return `${formatRupees(amount)} of ${user.email}, ${reason}.`
}

/** The decision about the request that is open: begun anew with each request, sent once. `onDecided` goes on, and answers what it did. */
export function useDecision(deposit: AdminDeposit | null, onDecided: (id: string) => string): Decision {
  const dispatch = useAppDispatch()
  const [send] = useDecideDepositMutation()
  const [held, setHeld] = useState<{ id: string | null; step: Step }>({ id: null, step: idle })
  const id = deposit?._id ?? null
  const step = held.id === id ? held.step : idle

  const decide = async (decided: AdminDeposit, verdict: Verdict): Promise<void> => {
    const { _id } = decided
    const reason = verdict.status === 'rejected' ? { adminReason: verdict.adminReason } : {}
    const { error } = await send({ id: _id, status: verdict.status, ...reason })
    setHeld((now) => (now.id === _id ? { id: _id, step: idle } : now))
    if (error) {
      dispatch(noticeShown('bad', 'Action failed', errorDetail(asCallError(error))))
      return
    }
    const title = verdict.status === 'approved' ? 'Approved' : 'Rejected'
    dispatch(noticeShown('good', title, `${successText(decided, verdict)} ${onDecided(_id)}`.trim()))
  }

  const on = (event: DecisionEvent): void => {
    if (!deposit) return
    const next = nextStep(step, event)
    if (next === step) return
    setHeld({ id, step: next })
    if (next.at === 'sending') void decide(deposit, next.verdict)
  }
  return { step, on }
}

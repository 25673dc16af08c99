import type { Verdict } from './sent-decisions.ts'
import type { ChosenReason } from './reasons.ts'
import { isOther, noReason, reasonText } from './reasons.ts'

/** Where a decision stands: nothing begun, approval asked once more, a rejection with its reason being chosen, on its way, unclear. */
export type Step =
  | { at: 'idle' }
  | { at: 'approving' }
  | { at: 'rejecting'; reason: ChosenReason }
  | { at: 'sending' | 'checking'; verdict: Verdict }

export type DecisionEvent =
  | { type: 'approve' }
  | { type: 'reject' }
  | { type: 'choose'; choice: string }
  | { type: 'write'; own: string }
  | { type: 'send' }
  | { type: 'back' }

export const idle: Step = { at: 'idle' }

function isOnItsWay({ at }: Step): boolean {
  return at === 'sending' || at === 'checking'
}

/** Whether an event counts while nothing can be decided: words are still written, and what was begun is left; nothing is begun or sent. */
export function isFreeWhileClosed({ type }: DecisionEvent): boolean {
  return type === 'write' || type === 'back'
}

/** The step after an event. What is on its way is not touched by anything: it is sent once. */
export function nextStep(step: Step, event: DecisionEvent): Step {
  if (isOnItsWay(step)) return step
  switch (event.type) {
    case 'approve':
      return step.at === 'rejecting' ? step : { at: 'approving' }
    case 'reject':
      return step.at === 'rejecting' ? step : { at: 'rejecting', reason: noReason }
    case 'choose':
      return { at: 'rejecting', reason: chosen(step.at === 'rejecting' ? step.reason : noReason, event.choice) }
    case 'write':
      return step.at === 'rejecting' ? { at: 'rejecting', reason: { ...step.reason, own: event.own } } : step
    case 'send':
      return sent(step)
    case 'back':
      return idle
  }
}

/** A choice that is made again is taken back: a reason is optional. */
function chosen(reason: ChosenReason, choice: string): ChosenReason {
  return { ...reason, choice: reason.choice === choice ? null : choice }
}

function sent(step: Step): Step {
  if (step.at === 'approving') return { at: 'sending', verdict: { status: 'approved' } }
  if (step.at !== 'rejecting') return step
  return { at: 'sending', verdict: { status: 'rejected', adminReason: reasonText(step.reason) } }
}

/**
 * The event that a shortcut means at a step, `choices` being the reasons in the order of their keys; null when it means nothing there. An approval takes two keys and a rejection too,
 * so that no single slip moves money.
 */
export function eventOfKey(step: Step, key: string, choices: readonly string[]): DecisionEvent | null {
  if (isOnItsWay(step)) return null
  if (key === 'A') return step.at === 'idle' ? { type: 'approve' } : null
  if (key === 'R') return step.at === 'rejecting' ? null : { type: 'reject' }
  if (step.at === 'idle') return null
  // Own words leave from their field or by the button alone.
  if (key === 'Enter') return step.at === 'rejecting' && isOther(step.reason) ? null : { type: 'send' }
  if (key === 'Escape') return { type: 'back' }
  const choice = step.at === 'rejecting' && /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined
  return choice === undefined ? null : { type: 'choose', choice }
}

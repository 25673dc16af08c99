import { limits, Paise, paiseOfRupees, readPaidReference } from '@kismet/contracts'
import { formatRupees, parseRupees } from '@kismet/ui/format/money.ts'
import { z } from 'zod'

/**
 * A decision about a request. The player reads the reason of a rejection, and the bank's reference of a payment. `amount`: what
 * arrived in paise, if it is credited instead of what the player asked for.
 */
export const Verdict = z.object({
  status: z.enum(['approved', 'rejected']),
  adminReason: z.string().optional(),
  paidReference: z.string().optional(),
  amount: Paise.optional(),
})
export type Verdict = z.output<typeof Verdict>

/** The chosen reason: a prepared text, or own words, which stay while the admin tries other choices. */
export const ChosenReason = z.object({ choice: z.string().nullable(), own: z.string() })
export type ChosenReason = z.output<typeof ChosenReason>

const noReason: ChosenReason = { choice: null, own: '' }

/** The last choice: own words. */
const otherReason = 'Other…'

/** The texts of the choices, in the order of their keys. */
export const choicesOf = (ready: readonly string[]): readonly string[] => [...ready, otherReason]

/** The limit for both kinds of requests. */
export const reasonMaxLength = Math.min(limits.deposit.reasonMaxLength, limits.withdrawal.reasonMaxLength)

/** Whether the reason is in the admin's own words. */
export const isOther = ({ choice }: ChosenReason): boolean => choice === otherReason

/** The text for the player. Undefined without a reason. */
export function reasonText(reason: ChosenReason): string | undefined {
  const text = isOther(reason) ? reason.own.trim() : reason.choice
  return text === '' || text === null ? undefined : text
}

/** The bank's reference of a payment as it is typed. `isNone`: the bank gave no reference. */
export interface TypedReference {
  readonly text: string
  readonly isNone: boolean
  readonly problem: string | null
}

/**
 * The amount that arrived. Empty: what the player asked for. `isTyped`: the admin has changed the field. `isFar`: the amount was
 * sent once and is far from what the player asked for, so the next sending counts.
 */
export interface TypedAmount {
  readonly text: string
  readonly isTyped: boolean
  readonly isFar: boolean
}

/** What a typed amount comes to in paise; undefined for an empty field, null for what is no amount of a deposit. */
export function arrivedPaise({ text }: TypedAmount): Paise | null | undefined {
  if (text.trim() === '') return undefined
  const read = Paise.safeParse(parseRupees(text))
  const isAmount = read.success && read.data > 0 && read.data <= paiseOfRupees(limits.deposit.maxRupees)
  return isAmount ? read.data : null
}

const noAmount = `Enter an amount from ₹0.01 to ₹${limits.deposit.maxRupees.toLocaleString('en-IN')}`

/** Why a typed amount is not sent, or not at once; null if it is. */
export function amountProblem(arrived: TypedAmount, asked: Paise): string | null {
  const amount = arrivedPaise(arrived)
  if (amount === null) return noAmount
  if (amount === undefined || !arrived.isFar) return null
  return `${formatRupees(amount)} is far from the ${formatRupees(asked)} that the player asked for. Approve again if it is right.`
}

/** Under half or above double of what the player asked for: perhaps a slip. */
const isFarFrom = (amount: number, asked: number): boolean => amount < asked / 2 || amount > asked * 2

const noReference: TypedReference = { text: '', isNone: false, problem: null }

/** The step of a decision. `arrived`: a deposit can be approved with another amount. `paid`: the approval takes the bank's reference; null for no reference. `checking`: the answer was lost, and the decision is sent again. */
export type Step =
  | { at: 'idle' }
  | { at: 'approving'; paid: TypedReference | null; arrived?: TypedAmount }
  | { at: 'rejecting'; reason: ChosenReason }
  | { at: 'sending' | 'checking'; verdict: Verdict }

export type DecisionEvent =
  | { type: 'approve'; asksReference?: boolean; arrived?: string | undefined }
  | { type: 'amount'; text: string }
  | { type: 'refer'; text: string; isNone: boolean }
  | { type: 'reject' }
  | { type: 'choose'; choice: string }
  | { type: 'write'; own: string }
  | { type: 'send'; asksReference?: boolean; arrived?: string | undefined; asked?: Paise }
  | { type: 'back' }

export const idle: Step = { at: 'idle' }

/** Whether an event is allowed while decisions are disabled: typing and going back. */
export const isFreeWhileClosed = ({ type }: DecisionEvent): boolean =>
  type === 'write' || type === 'refer' || type === 'amount' || type === 'back'

/** The step after an event. No event changes a decision that is in flight, so it is sent once. */
export function nextStep(step: Step, event: DecisionEvent): Step {
  if ('verdict' in step) return step
  switch (event.type) {
    case 'approve':
      return step.at === 'rejecting' ? step : approving(event)
    case 'amount':
      return step.at === 'approving' ? { ...step, arrived: { text: event.text, isTyped: true, isFar: false } } : step
    case 'refer':
      return step.at === 'approving'
        ? { ...step, paid: { text: event.text, isNone: event.isNone, problem: null } }
        : step
    case 'reject':
      return step.at === 'rejecting' ? step : { at: 'rejecting', reason: noReason }
    case 'choose':
      return { at: 'rejecting', reason: chosen(step.at === 'rejecting' ? step.reason : noReason, event.choice) }
    case 'write':
      return step.at === 'rejecting' ? { at: 'rejecting', reason: { ...step.reason, own: event.own } } : step
    case 'send':
      return sent(withKnown(step, event), event.asked)
    case 'back':
      return idle
  }
}

function approving({ asksReference, arrived }: Extract<DecisionEvent, { type: 'approve' }>): Step {
  const paid = asksReference ? noReference : null
  return {
    at: 'approving',
    paid,
    ...(arrived !== undefined && { arrived: { text: arrived, isTyped: false, isFar: false } }),
  }
}

/** What an approval takes, as far as it is known. */
type Known = Pick<Extract<DecisionEvent, { type: 'send' }>, 'asksReference' | 'arrived'>

/** The step with what may be known later than the step begins: whether it takes a reference, and the amount that the bank has. A typed amount stays. */
export function withKnown(step: Step, { asksReference, arrived }: Known): Step {
  if (step.at !== 'approving') return step
  const paid = asksReference === undefined ? step.paid : asksReference ? (step.paid ?? noReference) : null
  if (arrived === undefined || !step.arrived) return { ...step, paid }
  const { isTyped, text } = step.arrived
  return isTyped || text === arrived
    ? { ...step, paid }
    : { ...step, paid, arrived: { text: arrived, isTyped, isFar: false } }
}

/** A second press of a choice removes the choice, because a reason is optional. */
function chosen(reason: ChosenReason, choice: string): ChosenReason {
  return { ...reason, choice: reason.choice === choice ? null : choice }
}

function sent(step: Step, asked: Paise | undefined): Step {
  if (step.at === 'approving') return approved(step, asked)
  if (step.at !== 'rejecting') return step
  return { at: 'sending', verdict: { status: 'rejected', adminReason: reasonText(step.reason) } }
}

function approved(step: Extract<Step, { at: 'approving' }>, asked: Paise | undefined): Step {
  const { paid, arrived } = step
  if (arrived !== undefined) {
    const amount = arrivedPaise(arrived)
    if (amount === null) return step
    if (amount !== undefined && asked !== undefined && !arrived.isFar && isFarFrom(amount, asked))
      return { ...step, arrived: { ...arrived, isFar: true } }
    return { at: 'sending', verdict: { status: 'approved', ...(amount !== undefined && { amount }) } }
  }
  if (paid === null || paid.isNone) return { at: 'sending', verdict: { status: 'approved' } }
  const read = readPaidReference(paid.text)
  if (!read.ok) return { at: 'approving', paid: { ...paid, problem: read.message } }
  return { at: 'sending', verdict: { status: 'approved', paidReference: read.value } }
}

/**
 * The event of a shortcut at a step, or null. `choices`: the reasons in the order of their keys. An approval and a
 * rejection take two keys each, so that no single slip moves money.
 */
export function eventOfKey(step: Step, key: string, choices: readonly string[]): DecisionEvent | null {
  if ('verdict' in step) return null
  if (key === 'A') return step.at === 'idle' ? { type: 'approve' } : null
  if (key === 'R') return step.at === 'rejecting' ? null : { type: 'reject' }
  if (step.at === 'idle') return null
  // Own words are sent only from their field or by the button.
  if (key === 'Enter') return step.at === 'rejecting' && isOther(step.reason) ? null : { type: 'send' }
  if (key === 'Escape') return { type: 'back' }
  const choice = step.at === 'rejecting' && /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined
  return choice === undefined ? null : { type: 'choose', choice }
}

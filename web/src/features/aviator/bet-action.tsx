import { aviatorPayoutPaise } from '@kismet/fairness'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { t } from '@lingui/core/macro'
import type { ComponentProps, ReactNode } from 'react'
import type { AviatorController } from './aviator-controller.ts'
import type { OwnBet, AviatorState } from './aviator-state.ts'
import { askedOf, betOf, cashingOf, isBetUnknown } from './aviator-state.ts'
import type { Hearing } from './use-aviator.ts'
import { useHearing, useAviatorState } from './use-aviator.ts'

/** What the one button of the page does now. */
export type Action =
  | 'place'
  | 'placing'
  | 'checking'
  | 'looking'
  | 'placed'
  | 'cashOut'
  | 'reached'
  | Cash
  | 'settling'
  | 'cashedOut'
  | 'next'
  | 'nextSet'
type Cash = 'cashPressed' | 'cashSent' | 'cashUnknown'

/** Derived from the state alone: a press shows at once, and a result only after the server's answer. */
export function actionOf(state: AviatorState): Action {
  const bet = betOf(state)
  const { cashSentIn, round } = state
  const [asked, cashing] = [askedOf(state), cashingOf(state)]
  if (state.nextBet !== null) return 'nextSet'
  if (bet?.status === 'cashed_out') return 'cashedOut'
  if (bet?.status === 'open') {
    if (cashing?.state === 'unknown') return 'cashUnknown'
    if (cashing !== null) return cashSentIn === bet.roundId ? 'cashSent' : 'cashPressed'
    if (round?.phase === 'betting') return 'placed'
    if (round?.phase !== 'flying') return 'settling'
    // At its own target the bet is decided, and only the server's message is missing.
    return round.multiplier >= (bet.autoCashout ?? Infinity) ? 'reached' : 'cashOut'
  }
  if (asked !== null) return asked.state === 'unknown' ? 'checking' : 'placing'
  if (isBetUnknown(state)) return 'looking'
  return round === null || round.phase === 'betting' ? 'place' : 'next'
}

/** What the bet would be paid at the multiplier that the server has last said, and never more than at its own target. */
function worthPaiseOf(state: AviatorState): number {
  const bet = betOf(state)
  if (bet === null) return 0
  const multiplier = Math.min(state.round?.multiplier ?? 1, bet.autoCashout ?? Infinity)
  return aviatorPayoutPaise(bet.betAmount, Math.round(multiplier * 100))
}

const cashWords = (action: Cash): string => {
  switch (action) {
    case 'cashPressed':
      return t`pressed`
    case 'cashSent':
      return t`sent, waiting for the server`
    case 'cashUnknown':
      return t`no answer yet, checking`
  }
}

type Face = Pick<ComponentProps<typeof Button>, 'kind' | 'type' | 'busy' | 'off' | 'onClick' | 'children'>

/** A step, and what is to be said of it. */
const stepLines = (step: string, more: string, role?: 'status'): ReactNode => (
  <>
    <strong>{step}</strong>
    <small role={role}>{more}</small>
  </>
)

/** A name, and an amount that is larger. */
const amountLines = (name: string, amount: string): ReactNode => (
  <>
    <small>{name}</small>
    <strong>{amount}</strong>
  </>
)

interface Shown {
  readonly controller: AviatorController
  readonly action: Action
  readonly bet: OwnBet | null
  readonly worthPaise: number
  readonly stakePaise: number
  readonly canPlace: boolean
  readonly canCancel: boolean
  readonly onNext: () => void
  readonly hearing: Hearing
}

function faceOf(shown: Shown): Face {
  const { controller, action, bet, worthPaise, stakePaise, canPlace, onNext, hearing } = shown
  switch (action) {
    case 'place':
    case 'placing': {
      const children = stepLines(t`Place Bet`, formatRupees(stakePaise))
      const [busy, off] = [action === 'placing', action === 'place' && !canPlace]
      return { kind: 'primary', type: 'submit', busy, off, children }
    }
    case 'next':
      return { off: !canPlace, onClick: onNext, children: stepLines(t`Bet next round`, formatRupees(stakePaise)) }
    case 'nextSet': {
      const children = stepLines(t`Cancel bet`, t`next round · ${formatRupees(stakePaise)}`)
      return { off: !shown.canCancel, onClick: onNext, children }
    }
    case 'checking':
      return { off: true, children: stepLines(t`Place Bet`, t`checking your last bet`) }
    case 'looking':
      return { off: true, children: stepLines(t`Place Bet`, t`looking up your bet`) }
    case 'placed':
    case 'settling':
      return { off: true, children: stepLines(t`Bet Placed`, formatRupees(bet?.betAmount ?? stakePaise)) }
    case 'cashOut': {
      // The flight goes on without updates, so the amount is unknown. A press still counts while the connection is up.
      if (hearing === 'away') return { off: true, children: stepLines(t`Cash Out`, t`when the connection is back`) }
      const children =
        hearing === 'heard'
          ? amountLines(t`Cash Out`, formatRupees(worthPaise))
          : stepLines(t`Cash Out`, t`at the multiplier on arrival`)
      return { kind: 'cash', onClick: () => void controller.cashOut(), children }
    }
    case 'reached': {
      const target = formatMultiplier(bet?.autoCashout ?? 1)
      const children = amountLines(t`${target} reached, waiting for the server`, formatRupees(worthPaise))
      return { busy: true, off: true, children }
    }
    case 'cashPressed':
    case 'cashSent':
    case 'cashUnknown': {
      const children = stepLines(t`Cash Out`, cashWords(action), 'status')
      return { busy: action !== 'cashPressed', off: true, children }
    }
    case 'cashedOut':
      return { off: true, children: amountLines(t`Cashed Out`, t`Won ${formatRupees(bet?.payout ?? 0)}`) }
  }
}

/** One button: it places the bet, and then cashes it out. It is the same one in all its states, or the focus would go with it. */
export function BetAction({
  controller,
  ...shown
}: Pick<Shown, 'controller' | 'action' | 'stakePaise' | 'canPlace' | 'canCancel' | 'onNext'>): ReactNode {
  const bet = useAviatorState(controller, betOf)
  const worthPaise = useAviatorState(controller, worthPaiseOf)
  const hearing = useHearing(controller)
  return <Button big two {...faceOf({ ...shown, controller, bet, worthPaise, hearing })} />
}

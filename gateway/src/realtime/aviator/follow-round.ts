import {
  aviatorBetsRefunded,
  aviatorBetsTold,
  aviatorCashedOut,
  aviatorCrashed,
  aviatorLossesProcessed,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
  aviatorVoided,
} from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import type { z } from 'zod'
import type { RoundClock } from './round-clock.ts'
import type { RoundView } from './round-view.ts'
import type { StateTeller } from './state-teller.ts'

/** What to do with signals, by signal, before they are passed on. */
export type Hearing = ReadonlyMap<SignalShape, (payload: unknown) => void>

/** Keeps the view of the round and its clock by the signals of the service, and notes whose bets have ended. Who connects meanwhile knows no less than who was there. */
export function followRound(view: RoundView, clock: RoundClock, states: StateTeller): Hearing {
  const timed = ({ serverTime }: { readonly serverTime: number }) => clock.heard(serverTime)
  const ended = (bets: readonly { readonly to: string }[]) => bets.forEach(({ to }) => states.news(to))
  return new Map([
    on(aviatorRoundStarted, (round) => {
      clock.forget()
      timed(round)
      view.opened(round)
    }),
    on(aviatorBetsTold, timed),
    on(aviatorTookOff, (takeoff) => {
      timed(takeoff)
      view.tookOff(takeoff)
    }),
    on(aviatorTicked, (tick) => {
      timed(tick)
      view.ticked(tick)
    }),
    on(aviatorCrashed, (crash) => {
      timed(crash)
      view.crashed(crash)
    }),
    on(aviatorCashedOut, ended),
    on(aviatorLossesProcessed, ended),
    on(aviatorBetsRefunded, ended),
    on(aviatorVoided, (round) => view.voided(round)),
  ])
}

function on<S extends SignalShape>(
  signal: S,
  hear: (payload: z.input<S['payload']>) => void,
): [SignalShape, (payload: unknown) => void] {
  return [signal, (payload) => hear(payload as z.input<S['payload']>)]
}

import type { GatewayContext } from '../../context.ts'
import { followRound } from './follow-round.ts'
import type { Hearing } from './follow-round.ts'
import { RoundView } from './round-view.ts'
import { StateTeller } from './state-teller.ts'

/** What a gateway knows of the round of Aviator that is under way, and whom it tells. */
export interface LiveAviator {
  readonly states: StateTeller
  readonly hearing: Hearing
}

export function openLiveAviator(ctx: GatewayContext): LiveAviator {
  const view = new RoundView()
  // What was told while the bus was away is missed.
  ctx.bus.onReconnect(() => view.forget())
  const states = new StateTeller(ctx, view)
  return { states, hearing: followRound(view, ctx.roundClock, states) }
}

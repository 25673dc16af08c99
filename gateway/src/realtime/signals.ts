import {
  adminNamespace,
  maintenanceChanged,
  queueUpdated,
  sessionsEnded,
  signals,
  supportQueueUpdated,
} from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { LiveAviator } from './aviator/live-aviator.ts'
import type { FanOut } from './fan-out/fan-out.ts'
import type { PlayerNews } from './fan-out/player-news.ts'
import { endSession } from './session-end.ts'
import type { GatewayIo } from './socket-types.ts'

/** Whom this gateway tells what it hears. */
export interface Audiences {
  readonly io: GatewayIo
  /** All sockets of players. */
  readonly players: FanOut
  readonly player: PlayerNews
  readonly aviator: LiveAviator
}

/** Each service tells of its own queue; admins hear of all of them together. */
const queues: readonly SignalShape[] = [queueUpdated, supportQueueUpdated]

function forward(ctx: GatewayContext, audiences: Audiences, signal: SignalShape, waiting: object): void {
  if (signal.socket === undefined) return
  const { io, players, player, aviator } = audiences
  const { audience, event } = signal.socket
  const hear = aviator.hearing.get(signal)
  const tell = (payload: unknown) => {
    hear?.(payload)
    // The contract says so, and the bus has checked it.
    if (audience === 'player') player.pass(event, payload as { to: string }[])
    if (audience === 'players' || audience === 'everyone') players.tell(event, payload, signal.delivery === 'droppable')
    if (audience === 'admins' || audience === 'everyone') {
      const told = queues.includes(signal) ? Object.assign(waiting, payload) : payload
      io.of(adminNamespace).local.emit(event, told)
    }
  }
  // Sockets hear of a change that was told to nobody, too.
  if (signal === maintenanceChanged) ctx.maintenance.onChange((siteMaintenance) => tell({ siteMaintenance }))
  else ctx.bus.onSignal(signal, tell, { shared: false })
}

/** Makes socket events of the signals that the contracts mark so, and closes the sockets of sessions that have ended. */
export function forwardSignals(ctx: GatewayContext, audiences: Audiences): void {
  const waiting = {}
  for (const signal of signals) forward(ctx, audiences, signal, waiting)
  const end = ({ sessionIds, reason }: z.input<typeof sessionsEnded.payload>) =>
    sessionIds.forEach((sessionId) => endSession(audiences.io, sessionId, reason))
  ctx.bus.onSignal(sessionsEnded, end, { shared: false })
}

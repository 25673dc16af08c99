import { adminNamespace, maintenanceChanged, sessionsEnded, signals } from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { endSession } from './session-end.ts'
import { playerRoom } from './socket-types.ts'
import type { GatewayIo } from './socket-types.ts'

/** Each gateway tells those players whose sockets it holds: sent through Redis, every bet would cost a message there, whether its player is connected or not. */
function passToPlayers(io: GatewayIo, event: string, items: readonly { readonly to: string }[]): void {
  const { rooms } = io.of('/').adapter
  for (const { to, ...item } of items) {
    const room = playerRoom(to)
    if (rooms.has(room)) io.local.to(room).emit(event, item)
  }
}

function forward(ctx: GatewayContext, io: GatewayIo, signal: SignalShape): void {
  if (signal.socket === undefined) return
  const { audience, event } = signal.socket
  const tell = (payload: unknown) => {
    // The contract says so, and the bus has checked it.
    if (audience === 'player') passToPlayers(io, event, payload as { to: string }[])
    if (audience === 'players' || audience === 'everyone') io.of('/').local.emit(event, payload)
    if (audience === 'admins' || audience === 'everyone') io.of(adminNamespace).local.emit(event, payload)
  }
  // Sockets hear of a change that was told to nobody, too.
  if (signal === maintenanceChanged) ctx.maintenance.onChange((siteMaintenance) => tell({ siteMaintenance }))
  else ctx.bus.onSignal(signal, tell, { shared: false })
}

/** Makes socket events of the signals that the contracts mark so, and closes the sockets of sessions that have ended. */
export function forwardSignals(ctx: GatewayContext, io: GatewayIo): void {
  for (const signal of signals) forward(ctx, io, signal)
  const end = ({ sessionIds, reason }: z.input<typeof sessionsEnded.payload>) =>
    sessionIds.forEach((sessionId) => endSession(io, sessionId, reason))
  ctx.bus.onSignal(sessionsEnded, end, { shared: false })
}

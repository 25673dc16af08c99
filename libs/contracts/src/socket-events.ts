import { z } from 'zod'
import { balancesChanged, depositUpdated, maintenanceChanged, queueUpdated } from './events.ts'
import type { SignalShape } from './events.ts'

/** What a client hears on its socket. */
export interface SocketEventShape {
  readonly event: `${string}:${string}`
  readonly payload: z.ZodType
}

/** A signal that goes to all sockets as it is. */
function ofAll<S extends SignalShape & { readonly socket: { readonly event: string } }>({ socket, payload }: S) {
  return { event: socket.event as S['socket']['event'], payload: payload as S['payload'] }
}

/**
 * Everything that a client can hear, as it arrives there: each player hears the own item of a signal to players. The gateway makes the first four of signals and sends
 * the others itself.
 */
export const socketEvents = {
  balanceUpdate: { event: balancesChanged.socket.event, payload: balancesChanged.payload.element.omit({ to: true }) },
  depositUpdate: { event: depositUpdated.socket.event, payload: depositUpdated.payload.element.omit({ to: true }) },
  queueUpdate: ofAll(queueUpdated),
  siteMaintenance: ofAll(maintenanceChanged),
  /** Sent before the server closes the socket. A client need not know each reason. */
  sessionEnded: { event: 'session:ended', payload: z.object({ reason: z.string() }) },
  onlineUpdate: { event: 'online:update', payload: z.object({ count: z.int().nonnegative() }) },
} as const satisfies Readonly<Record<string, SocketEventShape>>

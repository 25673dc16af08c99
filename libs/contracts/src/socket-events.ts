import { z } from 'zod'
import {
  balancesChanged,
  claimChanged,
  depositUpdated,
  maintenanceChanged,
  queueUpdated,
  supportQueueUpdated,
  withdrawalUpdated,
} from './events.ts'
import type { SignalShape } from './events.ts'

/** What a client hears on its socket. */
export interface SocketEventShape {
  readonly event: `${string}:${string}`
  readonly payload: z.ZodType
}

/** What a client hears of a signal that goes to all sockets as it is. */
export function ofAll<S extends SignalShape & { readonly socket: { readonly event: string } }>({
  socket,
  payload,
}: S): { event: S['socket']['event']; payload: S['payload'] } {
  return { event: socket.event, payload }
}

/**
 * The events of all pages, as a client gets them. Each player gets the own item of a signal to players. The gateway makes the
 * events from signals, and the last two by itself. Events of one game are with the game, so that other pages do not load them
 * (`aviatorEvents`).
 */
export const socketEvents = {
  balanceUpdate: { event: balancesChanged.socket.event, payload: balancesChanged.payload.element.omit({ to: true }) },
  depositUpdate: { event: depositUpdated.socket.event, payload: depositUpdated.payload.element.omit({ to: true }) },
  withdrawalUpdate: {
    event: withdrawalUpdated.socket.event,
    payload: withdrawalUpdated.payload.element.omit({ to: true }),
  },
  /** What waits for an admin, of each kind that the gateway has heard of. */
  queueUpdate: {
    event: queueUpdated.socket.event,
    payload: queueUpdated.payload.extend(supportQueueUpdated.payload.shape).partial(),
  },
  claimUpdate: ofAll(claimChanged),
  siteMaintenance: ofAll(maintenanceChanged),
  /** Sent before the server closes the socket. A client need not know each reason. */
  sessionEnded: { event: 'session:ended', payload: z.object({ reason: z.string() }) },
  onlineUpdate: { event: 'online:update', payload: z.object({ count: z.int().nonnegative() }) },
} as const satisfies Readonly<Record<string, SocketEventShape>>

import { z } from 'zod'
import { checkSession } from './sessions.ts'
import { Claim, RequestKind, RequestStatus } from './requests.ts'
import { PlayerBalance, PlayerStanding, Rupees } from './money.ts'
import { Id, openEnum } from './primitives.ts'
import type { BusUser, OperationShape, ServiceName } from './operation.ts'
import { getSiteMaintenance } from './site.ts'

/**
 * What a listener does about a lost signal. NATS keeps no signal, so any signal can be lost.
 * - `droppable`: the next signal or a timer makes up for it.
 * - `next_read`: the next read of the page or call shows the change.
 * - `state`: a listener that misses this signal reads `state`: at start, after a reconnect and periodically.
 */
export type Delivery = 'droppable' | 'next_read' | { readonly state: OperationShape }

/**
 * A signal on plain NATS. `socket` says which event the gateway makes of it, and its receivers. `player`: the player `to` of
 * each item of the payload (an array). `players`, `admins`: all of them. `everyone`: both.
 */
export interface SignalShape {
  readonly subject: `signal.${ServiceName}.${string}`
  /** The NATS users that may listen. */
  readonly hearers: readonly BusUser[]
  readonly delivery: Delivery
  readonly payload: z.ZodType
  readonly socket?: { readonly audience: 'player' | 'players' | 'admins' | 'everyone'; readonly event: string }
}

export function signal<const S extends SignalShape>(shape: S): S {
  return shape
}

/** New balances of one batch of the wallet. The gateway tells each player on `balance:update`. */
export const balancesChanged = signal({
  subject: 'signal.wallet.balances-changed',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.array(z.object({ to: Id, ...PlayerStanding.shape, reason: z.string(), bonusReleased: z.boolean() })),
  socket: { audience: 'player', event: 'balance:update' },
})

export const depositUpdated = signal({
  subject: 'signal.payments.deposit-updated',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.array(
    z.object({
      to: Id,
      _id: Id,
      user: Id,
      amount: Rupees,
      status: openEnum(RequestStatus.options),
      adminReason: z.string().nullable(),
      ...PlayerBalance.shape,
    }),
  ),
  socket: { audience: 'player', event: 'deposit:update' },
})

/** A withdrawal was decided, or the unknown outcome of its hold became known. */
export const withdrawalUpdated = signal({
  subject: 'signal.payments.withdrawal-updated',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.array(
    z.object({
      to: Id,
      _id: Id,
      user: Id,
      amount: Rupees,
      status: openEnum(RequestStatus.options),
      rejectionReason: z.string().nullable(),
      ...PlayerBalance.shape,
    }),
  ),
  socket: { audience: 'player', event: 'withdrawal:update' },
})

/** An admin looks at a request, or does no more (`claim` null). */
export const claimChanged = signal({
  subject: 'signal.payments.claim-changed',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.object({ kind: openEnum(RequestKind.options), _id: Id, claim: Claim.nullable() }),
  socket: { audience: 'admins', event: 'claim:update' },
})

/** How many requests wait for an admin. */
export const queueUpdated = signal({
  subject: 'signal.payments.queue-updated',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.object({ deposits: z.int(), withdrawals: z.int() }),
  socket: { audience: 'admins', event: 'queue:update' },
})

/** How many support messages are open. Admins hear it with the requests that wait. */
export const supportQueueUpdated = signal({
  subject: 'signal.support.queue-updated',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.object({ support: z.int() }),
  socket: { audience: 'admins', event: queueUpdated.socket.event },
})

export const maintenanceChanged = signal({
  subject: 'signal.auth.maintenance-changed',
  hearers: ['gateway', 'dice-slots', 'mines', 'aviator', 'wallet', 'payments'],
  delivery: { state: getSiteMaintenance },
  payload: z.object({ siteMaintenance: z.boolean() }),
  socket: { audience: 'everyone', event: 'site:maintenance' },
})

/** Sessions that have ended. The gateway tells their sockets (`session:ended`) and closes them. */
export const sessionsEnded = signal({
  subject: 'signal.auth.sessions-ended',
  hearers: ['gateway'],
  delivery: { state: checkSession },
  payload: z.object({ sessionIds: z.array(Id), reason: z.string() }),
})

/** The answer to a command of a socket, for the other gateways. All tabs of the player `to` get it as `event`. */
export const commandAnswered = signal({
  subject: 'signal.gateway.command-answered',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.object({ from: Id, to: Id, event: z.string(), answer: z.record(z.string(), z.unknown()) }),
})

export const socketPath = '/socket.io'
export const adminNamespace = '/admin'

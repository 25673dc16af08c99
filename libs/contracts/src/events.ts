import { z } from 'zod'
import { checkSession } from './sessions.ts'
import { Claim, RequestKind, RequestStatus } from './requests.ts'
import { PlayerBalance, PlayerStanding, Rupees } from './money.ts'
import { Id, openEnum } from './primitives.ts'
import type { BusUser, OperationShape, ServiceName } from './operation.ts'
import { getSiteMaintenance } from './site.ts'

/**
 * How much a signal matters to those who hear it. None is kept, and any can be lost.
 * - `droppable`: whoever misses one makes up for it unasked, with the next one or by a timer.
 * - `news`: told once. Whoever misses it sees it when the page or the call that shows it is used next.
 * - must arrive: nobody may go on without it for long. `state` tells the same when it is asked, and hearers do ask it: at start, when the bus has come back,
 *   and now and then.
 */
export type Delivery = 'droppable' | 'news' | { readonly state: OperationShape }

/**
 * A signal: news of this moment on plain NATS. `socket` says what the gateway makes of it: `player` goes to the sockets of `to` of each item of the
 * payload (an array), `players` and `admins` to all of theirs, `everyone` to both.
 */
export interface SignalShape {
  readonly subject: `signal.${ServiceName}.${string}`
  /** Who may listen. */
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
  delivery: 'news',
  payload: z.array(z.object({ to: Id, ...PlayerStanding.shape, reason: z.string(), bonusReleased: z.boolean() })),
  socket: { audience: 'player', event: 'balance:update' },
})

export const depositUpdated = signal({
  subject: 'signal.payments.deposit-updated',
  hearers: ['gateway'],
  delivery: 'news',
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

/** A withdrawal was decided; or a request of which nobody could say whether its money was set aside has become one that waits, or was refused. */
export const withdrawalUpdated = signal({
  subject: 'signal.payments.withdrawal-updated',
  hearers: ['gateway'],
  delivery: 'news',
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
  delivery: 'news',
  payload: z.object({ kind: openEnum(RequestKind.options), _id: Id, claim: Claim.nullable() }),
  socket: { audience: 'admins', event: 'claim:update' },
})

/** How many requests wait for an admin. */
export const queueUpdated = signal({
  subject: 'signal.payments.queue-updated',
  hearers: ['gateway'],
  delivery: 'news',
  payload: z.object({ deposits: z.int(), withdrawals: z.int() }),
  socket: { audience: 'admins', event: 'queue:update' },
})

/** How many support messages are open. Admins hear it with the requests that wait. */
export const supportQueueUpdated = signal({
  subject: 'signal.support.queue-updated',
  hearers: ['gateway'],
  delivery: 'news',
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

/** What a command of a socket has done, for the other gateways: all tabs of the player `to` hear it on `event`. */
export const commandAnswered = signal({
  subject: 'signal.gateway.command-answered',
  hearers: ['gateway'],
  delivery: 'news',
  payload: z.object({ from: Id, to: Id, event: z.string(), answer: z.record(z.string(), z.unknown()) }),
})

export const socketPath = '/socket.io'
export const adminNamespace = '/admin'

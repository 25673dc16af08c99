import { z } from 'zod'
import { DepositDecided, RequestStatus } from './payments.ts'
import { Paise, PlayerBalance, Rupees } from './money.ts'
import { Id, IsoTime } from './primitives.ts'
import { Game, LedgerEntry } from './wallet.ts'
import type { ServiceName } from './operation.ts'

/**
 * A fact: something that has happened, written with the row that it tells of and carried by JetStream. It can arrive late
 * and more than once; `id` (the `Nats-Msg-Id`) says which are the same.
 */
export interface FactShape {
  readonly subject: `fact.${ServiceName}.${string}`
  readonly payload: z.ZodType
}

function fact<const F extends FactShape>(shape: F): F {
  return shape
}

/** The one stream that carries all facts. */
export const factStream = {
  name: 'FACTS',
  subjects: ['fact.>'],
  maxAgeMs: 7 * 24 * 60 * 60_000,
  maxBytes: 1024 ** 3,
} as const

/** Entries of the ledger in the order in which they are told: those of a player in theirs. Each has an id of its own, by which one that comes again is known. */
export const entriesBooked = fact({
  subject: 'fact.wallet.entries-booked',
  payload: z.object({ entries: z.array(LedgerEntry).min(1) }),
})

export const gameSettled = fact({
  subject: 'fact.dice-slots.game-settled',
  payload: z.object({
    betId: Id,
    playerId: Id,
    game: Game,
    stakePaise: Paise,
    payoutPaise: Paise,
    multiplier: z.number(),
    version: z.string(),
    at: IsoTime,
  }),
})

export const depositDecided = fact({ subject: 'fact.payments.deposit-decided', payload: DepositDecided })

/**
 * A signal: news of this moment on plain NATS, dropped when nobody listens; who missed it reads the state. `socket` says what the gateway makes of it:
 * `player` goes to the sockets of `to` of each item of the payload (an array), `players` and `admins` to all of theirs, `everyone` to both.
 */
export interface SignalShape {
  readonly subject: `signal.${ServiceName}.${string}`
  readonly payload: z.ZodType
  readonly socket?: { readonly audience: 'player' | 'players' | 'admins' | 'everyone'; readonly event: string }
}

function signal<const S extends SignalShape>(shape: S): S {
  return shape
}

/** New balances of one batch of the wallet. The gateway tells each player on `balance:update`. */
export const balancesChanged = signal({
  subject: 'signal.wallet.balances-changed',
  payload: z.array(z.object({ to: Id, ...PlayerBalance.shape, reason: z.string(), bonusReleased: z.boolean() })),
  socket: { audience: 'player', event: 'balance:update' },
})

export const depositUpdated = signal({
  subject: 'signal.payments.deposit-updated',
  payload: z.array(
    z.object({
      to: Id,
      _id: Id,
      user: Id,
      amount: Rupees,
      status: RequestStatus,
      adminReason: z.string().nullable(),
      ...PlayerBalance.shape,
    }),
  ),
  socket: { audience: 'player', event: 'deposit:update' },
})

/** How many requests wait for an admin. */
export const queueUpdated = signal({
  subject: 'signal.payments.queue-updated',
  payload: z.object({ deposits: z.int(), withdrawals: z.int() }),
  socket: { audience: 'admins', event: 'queue:update' },
})

export const maintenanceChanged = signal({
  subject: 'signal.auth.maintenance-changed',
  payload: z.object({ siteMaintenance: z.boolean() }),
  socket: { audience: 'everyone', event: 'site:maintenance' },
})

/** Sessions that have ended. The gateway tells their sockets (`session:ended`) and closes them. */
export const sessionsEnded = signal({
  subject: 'signal.auth.sessions-ended',
  payload: z.object({ sessionIds: z.array(Id), reason: z.string() }),
})

/** Events that the gateway itself sends to sockets. */
export const socketEvents = {
  sessionEnded: 'session:ended',
  onlineUpdate: 'online:update',
} as const

/** Events that a client may send. */
export const clientEvents = { gameChange: 'user:gameChange', timeSync: 'time:sync' } as const

export const GameChange = z.object({ gameName: Game })

export const socketPath = '/socket.io'
export const adminNamespace = '/admin'

import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { OperationShape } from './operation.ts'
import { EpochMs, NoInput } from './primitives.ts'
import { Game } from './wallet.ts'

/**
 * A command that a client may send on its socket. The gateway stamps the time of receipt, limits, validates, carries the
 * command out and acknowledges. The acknowledgement and the answer event have the same content:
 * `{ success: true, ...output }` or a failure.
 */
export interface SocketCommandShape {
  readonly event: `${string}:${string}`
  /** Which sockets may send it. */
  readonly from: 'players' | 'everyone'
  /** In its wire form; fields that it does not know are dropped. */
  readonly payload: z.ZodType
  readonly output: z.ZodType
  /** Success goes on this event to all sockets of the player, failure to the asker alone. Without it the acknowledgement is all. */
  readonly answer?: `${string}:${string}`
  /** Fields of the payload that a failure names again, so that the asker knows what has failed. */
  readonly failureNames?: readonly string[]
  /** The refusal of an invalid payload. Default: `invalid_request`. */
  readonly malformed?: ErrorCode
  /** Refusals besides `universalErrors`. */
  readonly errors: readonly ErrorCode[]
  /** The request rate of the player (limits.ts, `requestRates`). A gateway counts `socket` in memory, so such a command waits only for its operation. */
  readonly rate: 'socket' | 'bet' | 'command'
  /**
   * The operation on the bus, in the name of the player. It has `access` 'player', and `callers` names the gateway. Its input
   * is the payload. The gateway sets a field `receivedAt` (ms since the epoch), which a client cannot set. Without an
   * operation the gateway answers by itself.
   */
  readonly operation?: OperationShape
  /** The field of the payload that is the Idempotency-Key of the operation. */
  readonly key?: string
  /** Refused as `maintenance` while the site is under maintenance. */
  readonly closedInMaintenance?: true
}

/** Declares one command of the sockets. */
export function socketCommand<const C extends SocketCommandShape>(shape: C): C {
  return shape
}

/** Tells the time, so that a client can learn how far its own clock is off. */
export const timeSync = socketCommand({
  event: 'time:sync',
  from: 'everyone',
  payload: NoInput,
  output: z.object({ serverTime: EpochMs }),
  errors: [],
  rate: 'socket',
})

/** Says which game a player looks at. */
export const gameChange = socketCommand({
  event: 'user:gameChange',
  from: 'players',
  payload: z.object({ gameName: Game }),
  output: NoInput,
  errors: [],
  rate: 'socket',
})

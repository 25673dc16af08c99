import { z } from 'zod'
import { maxFrameCalls } from './frames.ts'

/** What travels with a call beside its input. */
export interface CallMeta {
  /** Follows one request of the outside through all services. */
  readonly requestId: string
  /** The session token of the player or admin in whose name the call is made. */
  readonly token?: string | undefined
  /** The caller's Idempotency-Key. */
  readonly key?: string | undefined
  /** The address of the client, as the gateway saw it. */
  readonly ip?: string | undefined
  /** The device token that the caller's browser holds. */
  readonly device?: string | undefined
  /** What the caller's browser says that it is, of a call that may begin a session. */
  readonly userAgent?: string | undefined
}

const WireCall = z.object({
  i: z.int(),
  r: z.string().max(128),
  t: z.string().optional(),
  k: z.string().optional(),
  a: z.string().optional(),
  b: z.string().optional(),
  u: z.string().optional(),
  in: z.unknown(),
})
export type WireCall = z.output<typeof WireCall>

export const WireCalls = z.array(WireCall).max(maxFrameCalls)

/** `c` code, `m` message, `p` its params, which the contracts of the code tell. */
const WireError = z.object({ c: z.string(), m: z.string(), p: z.unknown().optional() })

const WireReply = z.object({
  i: z.int(),
  out: z.unknown().optional(),
  /** Present when this is the first answer of the same request again. */
  p: z.literal(1).optional(),
  /** A device token for the caller's browser to keep. */
  b: z.string().optional(),
  e: WireError.optional(),
})
export type WireReply = z.output<typeof WireReply>

export const WireReplies = z.array(WireReply).max(maxFrameCalls)

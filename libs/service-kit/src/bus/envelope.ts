import { z } from 'zod'
import { maxFrameCalls } from './frames.ts'

/** What travels with a call beside its input. */
const CallMeta = z.object({
  /** Follows one request of the outside through all services. */
  requestId: z.string().max(128),
  /** The session token of the player or admin in whose name the call is made. */
  token: z.string().optional(),
  /** The caller's Idempotency-Key. */
  key: z.string().optional(),
  /** The address of the client, as the gateway saw it. */
  ip: z.string().optional(),
  /** The device token that the caller's browser holds. */
  device: z.string().optional(),
  /** What the caller's browser says that it is, of a call that may begin a session. */
  userAgent: z.string().optional(),
})
export type CallMeta = Readonly<z.output<typeof CallMeta>>

/** `i` tells the calls of one sender apart. */
const WireCall = z.object({ i: z.int(), meta: CallMeta, in: z.unknown() })
export type WireCall = z.output<typeof WireCall>

export const WireCalls = z.array(WireCall).max(maxFrameCalls)

const WireReply = z.object({
  i: z.int(),
  out: z.unknown().optional(),
  /** Present when this is the first answer of the same request again. */
  p: z.literal(1).optional(),
  /** A device token for the caller's browser to keep. */
  b: z.string().optional(),
  /** `c` code, `m` message, `p` its params, which the contracts of the code tell. */
  e: z.object({ c: z.string(), m: z.string(), p: z.unknown().optional() }).optional(),
})
export type WireReply = z.output<typeof WireReply>

export const WireReplies = z.array(WireReply).max(maxFrameCalls)

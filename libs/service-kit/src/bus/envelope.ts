import { z } from 'zod'

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

/** Calls of one tick to one subject travel as one message: a frame. */
export const maxFrameCalls = 256
export const maxFrameBytes = 400_000

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

/** Whether one text more, of `textBytes`, fits a frame of so many, with so many bytes. */
export function hasRoom(texts: number, bytes: number, textBytes: number): boolean {
  return texts < maxFrameCalls && (texts === 0 || bytes + textBytes <= maxFrameBytes)
}

/** Joins JSON texts into frames that stay below the limits of a message. */
export function framesOf(parts: readonly string[]): string[][] {
  const frames: string[][] = []
  let frame: string[] = []
  let bytes = 0
  for (const part of parts) {
    const partBytes = Buffer.byteLength(part)
    if (!hasRoom(frame.length, bytes, partBytes)) {
      frames.push(frame)
      frame = []
      bytes = 0
    }
    frame.push(part)
    bytes += partBytes + 1
  }
  if (frame.length > 0) frames.push(frame)
  return frames
}

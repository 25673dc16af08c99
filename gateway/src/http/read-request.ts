import type { IncomingMessage } from 'node:http'
import { IdempotencyKey, limits } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import type { Randomness } from '@kismet/service-kit/randomness'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'

const madeKeyBytes = 16
const mediaType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** The key of a request on a route that takes one: the caller's, or a fresh one. @throws Refusal `invalid_request` for a malformed one. */
export function idempotencyKeyOf(request: IncomingMessage, route: Route, randomness: Randomness): string | undefined {
  if (route.idempotent !== true) return undefined
  const given = request.headers['idempotency-key']
  if (given === undefined) return randomness.bytes(madeKeyBytes).toString('hex')
  return requireInput(IdempotencyKey, given)
}

/** The length that a request says its body has; undefined when it comes in chunks. */
export function declaredLength(request: IncomingMessage): number | undefined {
  if (request.headers['transfer-encoding'] !== undefined) return undefined
  return Number(request.headers['content-length'] ?? 0)
}

const tooLarge = () => new Refusal('payload_too_large', undefined, { maxBytes: limits.body.jsonBytes })

/**
 * Reads a body of limited size in limited time. Its memory is its declared length: a list of small chunks would take many
 * times as much. @throws Refusal
 */
function readBytes(request: IncomingMessage, length: number | undefined, withinMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = Buffer.allocUnsafe(length ?? limits.body.jsonBytes)
    let bytes = 0
    const fail = (refusal: Refusal) => end(() => reject(refusal))
    const onData = (chunk: Buffer) => {
      if (bytes + chunk.length > body.length) fail(tooLarge())
      else bytes += chunk.copy(body, bytes)
    }
    const onEnd = () => end(() => resolve(body.subarray(0, bytes)))
    const onClose = () => fail(new Refusal('invalid_request', 'The body broke off.'))
    const timer = setTimeout(
      () => fail(new Refusal('invalid_request', 'The upload was too slow and timed out.')),
      withinMs,
    )
    const end = (settle: () => void) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      settle()
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose)
    // The client may have left while the caller was checked.
    if (request.destroyed) onClose()
  })
}

/**
 * Reads the JSON object in the body of a request; an empty body is an empty object. @throws Refusal `invalid_request` (another content type, no
 * JSON, no object, not there within `withinMs`), or `payload_too_large`.
 */
export async function readJson(request: IncomingMessage, withinMs: number): Promise<Record<string, unknown>> {
  const length = declaredLength(request)
  if (length === 0) return {}
  if (!mediaType.test(request.headers['content-type'] ?? ''))
    throw new Refusal('invalid_request', 'The content type must be application/json.')
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Refusal('invalid_request', 'The body must not be compressed.')
  if (length !== undefined && length > limits.body.jsonBytes) throw tooLarge()
  const body = parse(await readBytes(request, length, withinMs))
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('invalid_request', 'The body must be a JSON object.')
  return body as Record<string, unknown>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Refusal('invalid_request', 'The body is not valid JSON.')
  }
}

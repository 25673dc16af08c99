import type { IncomingMessage } from 'node:http'
import { limits } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import rawBody from 'raw-body'

const mediaType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** The length that a request says its body has; undefined when it comes in chunks. */
export function declaredLength(request: IncomingMessage): number | undefined {
  if (request.headers['transfer-encoding'] !== undefined) return undefined
  return Number(request.headers['content-length'] ?? 0)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function readBytes(request: IncomingMessage, length: number | undefined): Promise<Buffer> {
  try {
    return await rawBody(request, { limit: limits.body.jsonBytes, length: length ?? null })
  } catch (error) {
    const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
    throw new Refusal(tooLarge ? 'payload_too_large' : 'invalid_request', tooLarge ? undefined : 'The body broke off.')
  }
}

/**
 * Reads the JSON object in the body of a request; an empty body is an empty object. @throws Refusal `invalid_request` (another content type, no
 * JSON, no object) or `payload_too_large`.
 */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const length = declaredLength(request)
  if (length === 0) return {}
  if (!mediaType.test(request.headers['content-type'] ?? ''))
    throw new Refusal('invalid_request', 'The content type must be application/json.')
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Refusal('invalid_request', 'The body must not be compressed.')
  if (length !== undefined && length > limits.body.jsonBytes) throw new Refusal('payload_too_large')
  const body = parse(await readBytes(request, length))
  if (!isObject(body)) throw new Refusal('invalid_request', 'The body must be a JSON object.')
  return body
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('invalid_request', 'The body is not valid JSON.')
  }
}

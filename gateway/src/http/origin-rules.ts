import { Refusal } from '@kismet/service-kit/refusal'
import type { RequestHandler } from 'express'

const reads: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Max-Age': '600',
  'Content-Length': '0',
}

/** CORS for the configured origins; every other page gets no permission, and its commands are refused before anything is done. */
export function originRules(origins: ReadonlySet<string>): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers
    response.setHeader('Vary', 'Origin')
    if (origin !== undefined && origins.has(origin)) {
      response.setHeader('Access-Control-Allow-Origin', origin)
      response.setHeader('Access-Control-Expose-Headers', 'Allow, Idempotency-Replayed, Retry-After, X-Request-Id')
      const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
      if (isPreflight) return void response.writeHead(204, preflightHeaders).end()
    } else if (origin !== undefined && !reads.includes(request.method))
      throw new Refusal('forbidden', 'This origin may not do this.')
    next()
  }
}

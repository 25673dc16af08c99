import { Refusal } from '@kismet/service-kit/refusal'
import cors from 'cors'
import type { RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'

const preflightSeconds = 600
const reads: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** CORS for the configured origins; every other page gets no permission, and its commands are refused before anything is done. */
export function originRules({ config, isAllowedOrigin }: GatewayContext): RequestHandler[] {
  const share = cors({
    origin: [...config.WEB_ORIGIN, ...config.ADMIN_ORIGIN],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Idempotency-Replayed', 'Retry-After', 'X-Request-Id'],
    maxAge: preflightSeconds,
  })
  const refuseForeign: RequestHandler = (request, _response, next) => {
    if (!reads.includes(request.method) && !isAllowedOrigin(request.headers.origin))
      throw new Refusal('forbidden', 'This origin may not do this.')
    next()
  }
  return [share, refuseForeign]
}

import { requestIdHeader } from '@kismet/service-kit/http-app'
import type { RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'
import { rememberFacts } from './request-facts.ts'

const longestPath = 200

/** The first middleware: gives each request an id, and writes one line about it when it is over. The query is never logged. */
export function requestLog(
  ctx: Pick<GatewayContext, 'clients' | 'clock' | 'randomness' | 'log' | 'telemetry'>,
): RequestHandler {
  // A line has these fields and no others, none of them a secret: to look for secrets in it would cost more than all the rest of it.
  const log = ctx.log.child({}, { redact: [] })
  return (request, response, next) => {
    const facts = rememberFacts(request, {
      requestId: ctx.randomness.id(ctx.clock.now()),
      address: ctx.clients.of(request),
      startedAtMs: performance.now(),
    })
    // A router below changes the path that the request shows.
    const path = request.path.slice(0, longestPath)
    response.set(requestIdHeader, facts.requestId)
    response.once('close', () => {
      const ms = performance.now() - facts.startedAtMs
      const status = response.statusCode
      ctx.telemetry.answered(facts.route ?? 'none', status, ms / 1000)
      const { requestId, address, personId, route, refusedAs } = facts
      const line = {
        requestId,
        method: request.method,
        path,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        address,
        personId,
        refusedAs,
        ...(response.writableFinished ? {} : { brokenOff: true }),
      }
      if (status >= 500) log.warn(line, 'request')
      else log.info(line, 'request')
    })
    next()
  }
}

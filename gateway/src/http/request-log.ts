import type { TokenClaims } from '@kismet/contracts'
import { requestIdHeader } from '@kismet/service-kit/http-app'
import type { Request, RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'

/** What the gateway learns about a request on its way: for its handlers, and for the one line in the log. */
export interface RequestFacts {
  readonly requestId: string
  /** The address of the client. */
  readonly address: string
  /** The route of the contracts that answers. The metrics leave other requests out. */
  route?: string
  /** Who asks, once that is known. */
  caller?: { readonly claims: TokenClaims; readonly token: string } | undefined
  /** The code of the refusal. */
  refusedAs?: string
}

const known = new WeakMap<Request, RequestFacts>()
const longestPath = 200

/** @throws Error for a request that did not pass the first middleware. */
export function factsOf(request: Request): RequestFacts {
  const facts = known.get(request)
  if (facts === undefined) throw new Error('This request did not pass the first middleware')
  return facts
}

/** The first middleware: gives each request an id, and writes one line about it when it is over. The query is never logged. */
export function requestLog(ctx: GatewayContext): RequestHandler {
  // A line has only these fields, and no field is a secret. Redaction would cost more than the line.
  const log = ctx.log.child({}, { redact: [] })
  return (request, response, next) => {
    const startedAtMs = performance.now()
    const facts: RequestFacts = { requestId: ctx.randomness.id(ctx.clock.now()), address: ctx.clients.of(request) }
    known.set(request, facts)
    // A router below changes the path that the request shows.
    const path = request.path.slice(0, longestPath)
    response.setHeader(requestIdHeader, facts.requestId)
    response.once('close', () => {
      const ms = performance.now() - startedAtMs
      const { method } = request
      const { statusCode: status } = response
      const { caller, route, ...rest } = facts
      if (route !== undefined) ctx.telemetry.answered(route, status, ms / 1000)
      const brokenOff = response.writableFinished ? undefined : true
      const line = { ...rest, method, path, route, status, ms: Math.round(ms * 10) / 10, personId: caller?.claims.sub }
      log[status >= 500 ? 'warn' : 'info']({ ...line, brokenOff }, 'request')
    })
    next()
  }
}

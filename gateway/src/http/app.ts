import { docsPath, operations, streamRoutes } from '@kismet/contracts'
import type { ReadinessChecks } from '@kismet/service-kit/define-service'
import express from 'express'
import type { Express, RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'
import { documentPages } from './docs.ts'
import { mount } from './endpoints.ts'
import type { Endpoint } from './endpoints.ts'
import { answerErrors, unknownRoute } from './failures.ts'
import { jsonRoute } from './json-route.ts'
import { originRules } from './origin-rules.ts'
import { factsOf } from './request-facts.ts'
import { requestLog } from './request-log.ts'
import { apiHeaders } from './security-headers.ts'
import { streamRoutesTo } from './stream-route.ts'

function health(ready: ReadinessChecks, isDraining: () => boolean): Endpoint[] {
  return [
    { method: 'GET', path: '/health', handler: (_request, response) => void response.json({ alive: true }) },
    {
      method: 'GET',
      path: '/ready',
      handler: async (_request, response) => {
        const checks = { ...(await ready()), open: !isDraining() }
        const isReady = Object.values(checks).every(Boolean)
        response.status(isReady ? 200 : 503).json({ ready: isReady, checks })
      },
    },
  ]
}

/** The endpoints of the contracts. */
function contractEndpoints(ctx: GatewayContext): Endpoint[] {
  const streamTo = streamRoutesTo(ctx, { payments: ctx.config.PAYMENTS_URL })
  return [
    ...operations.flatMap((operation) => {
      const { route } = operation
      return route === undefined ? [] : [{ ...route, handler: jsonRoute(ctx, operation, route) }]
    }),
    ...streamRoutes.map((stream) => ({ ...stream.route, handler: streamTo(stream) })),
  ]
}

/** The REST interface, made from the route table of the contracts. */
export function createPublicApp(ctx: GatewayContext, ready: ReadinessChecks, isDraining: () => boolean): Express {
  const limitReads: RequestHandler = async (request, _response, next) => {
    await ctx.rates.byAddress('read', factsOf(request).address)
    next()
  }
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  app.set('query parser', 'simple')
  app.use(requestLog(ctx))
  app.use((_request, response, next) => {
    for (const [name, value] of apiHeaders) response.setHeader(name, value)
    if (isDraining()) response.setHeader('Connection', 'close')
    next()
  })
  app.use(originRules(ctx))
  mount(app, [...contractEndpoints(ctx), ...health(ready, isDraining)], limitReads)
  app.use(docsPath, limitReads)
  mount(app, documentPages(), limitReads)
  app.use(limitReads, unknownRoute)
  app.use(answerErrors(ctx))
  return app
}

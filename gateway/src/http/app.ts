import { docsPath, operations, streamRoutes } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import type { ReadinessChecks } from '@kismet/service-kit/define-service'
import express from 'express'
import type { Express, RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'
import { docsRouter } from './docs.ts'
import { answerErrors, unknownRoute } from './failures.ts'
import { jsonRoute } from './json-route.ts'
import { originRules } from './origin-rules.ts'
import { factsOf } from './request-facts.ts'
import { requestLog } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { streamRoutesTo } from './stream-route.ts'

function mount(app: Express, { method, path }: Route, handler: RequestHandler): void {
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  app[verb](path, handler)
}

function health(app: Express, ready: ReadinessChecks, isDraining: () => boolean): void {
  app.get('/health', (_request, response) => void response.json({ alive: true }))
  app.get('/ready', async (_request, response) => {
    const checks = { ...(await ready()), open: !isDraining() }
    const isReady = Object.values(checks).every(Boolean)
    response.status(isReady ? 200 : 503).json({ ready: isReady, checks })
  })
}

/** The REST interface, made from the route table of the contracts. */
export function createPublicApp(ctx: GatewayContext, ready: ReadinessChecks, isDraining: () => boolean): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  app.set('query parser', 'simple')
  app.use(requestLog(ctx))
  app.use((_request, response, next) => {
    if (isDraining()) response.set('Connection', 'close')
    next()
  })
  app.use(...securityHeaders())
  app.use(...originRules(ctx))
  health(app, ready, isDraining)
  const limitReads: RequestHandler = async (request, _response, next) => {
    await ctx.rates.byAddress('read', factsOf(request).address)
    next()
  }
  app.use(docsPath, limitReads, docsRouter())
  for (const operation of operations)
    if (operation.route !== undefined) mount(app, operation.route, jsonRoute(ctx, operation, operation.route))
  const streamTo = streamRoutesTo(ctx, { payments: ctx.config.PAYMENTS_URL })
  for (const stream of streamRoutes) mount(app, stream.route, streamTo(stream))
  app.use(limitReads, unknownRoute)
  app.use(answerErrors(ctx))
  return app
}

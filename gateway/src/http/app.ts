import { docsPath, operations, streamRoutes } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import type { ReadinessChecks } from '@kismet/service-kit/define-service'
import { healthPages, partWhenLeaving } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import express from 'express'
import type { Express, RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'
import { answerAllowed } from './admit.ts'
import { documentPages } from './docs.ts'
import { mount } from './endpoints.ts'
import type { Endpoint } from './endpoints.ts'
import { answerErrors, refuse } from './failures.ts'
import { jsonRoute } from './json-route.ts'
import { originRules } from './origin-rules.ts'
import { factsOf, requestLog } from './request-log.ts'
import { apiHeaders } from './security-headers.ts'
import { streamRoute } from './stream-route.ts'

/** The endpoints of the contracts. */
function contractEndpoints(ctx: GatewayContext): Endpoint[] {
  const endpoint = (route: Route, answer: RequestHandler): Endpoint => {
    const name = `${route.method} ${route.path}`
    const handler: RequestHandler = (request, response, next) => {
      factsOf(request).route = name
      return answerAllowed(ctx, route, request, () => answer(request, response, next))
    }
    return { ...route, handler }
  }
  return [
    ...operations.flatMap((operation) => {
      const { route } = operation
      return route === undefined ? [] : [endpoint(route, jsonRoute(ctx, operation, route))]
    }),
    ...streamRoutes.map((stream) => endpoint(stream.route, streamRoute(ctx, stream))),
  ]
}

/** The REST interface, made from the route table of the contracts. */
export function createPublicApp(ctx: GatewayContext, ready: ReadinessChecks, isLeaving: () => boolean): Express {
  const limitReads: RequestHandler = async (request, _response, next) => {
    await ctx.rates.byAddress('read', factsOf(request).address)
    next()
  }
  const health = Object.entries(healthPages({ ready, isLeaving })).map(([path, handler]): Endpoint => ({
    method: 'GET',
    path,
    handler,
  }))
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  app.set('query parser', 'simple')
  app.use(requestLog(ctx))
  app.use((_request, response, next) => {
    for (const [name, value] of apiHeaders) response.setHeader(name, value)
    next()
  })
  app.use(partWhenLeaving(isLeaving))
  app.use(originRules(ctx.origins))
  mount(app, [...contractEndpoints(ctx), ...health], limitReads)
  app.use(docsPath, limitReads)
  mount(app, documentPages(), limitReads)
  app.use(limitReads, (request, response) => refuse(request, response, new Refusal('not_found')))
  app.use(answerErrors(ctx))
  return app
}

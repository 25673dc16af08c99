import { Agent } from 'node:http'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { pipeline } from 'node:stream'
import type { StreamRoute } from '@kismet/contracts'
import { maintenanceHeader, requestIdHeader } from '@kismet/service-kit/http-app'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { GatewayContext } from '../context.ts'
import { admit, isClosed, limitStrangers } from './admit.ts'
import { refuse } from './failures.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { declaredLength } from './read-json.ts'
import { factsOf } from './request-facts.ts'

/** All that a service gets to see of a request. Whatever a client says about who it is or whence it came stays here. */
const passedOn: readonly string[] = [
  'accept',
  'authorization',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'transfer-encoding',
]

/** All that a client gets to see of an answer, beside the gateway's own headers. */
const passedBack: readonly string[] = [
  'cache-control',
  'content-disposition',
  'content-length',
  'content-type',
  'etag',
  'idempotency-replayed',
  'last-modified',
  'retry-after',
  'www-authenticate',
  'x-content-type-options',
]

const answerWithinMs = 30_000

function keepOnly(headers: NodeJS.Dict<string | string[]>, names: readonly string[]): void {
  for (const name of Object.keys(headers)) if (!names.includes(name)) Reflect.deleteProperty(headers, name)
}

/** Stops a body that comes in chunks once it is larger than the route allows. */
function watchSize(proxied: ClientRequest, request: Request, response: Response, maxBytes: number): void {
  const seen = { bytes: 0 }
  const count = (chunk: Buffer) => {
    seen.bytes += chunk.length
    if (seen.bytes <= maxBytes) return
    request.off('data', count)
    request.unpipe(proxied)
    refuse(request, response, new Refusal('payload_too_large'))
    proxied.destroy()
  }
  request.on('data', count)
}

function passBack(answer: IncomingMessage, response: Response): void {
  response.status(answer.statusCode ?? 502)
  for (const name of passedBack) {
    const value = answer.headers[name]
    if (value !== undefined) response.setHeader(name, value)
  }
  pipeline(answer, response, () => undefined)
}

/** A proxy to one service, on connections that are kept: as many as there are places for streams. */
function proxyTo(ctx: GatewayContext, target: string, maxBodyOf: (request: Request) => number): RequestHandler {
  const options = { keepAlive: true }
  return createProxyMiddleware<Request, Response>({
    target,
    agent: target.startsWith('https:') ? new TlsAgent(options) : new Agent(options),
    xfwd: false,
    changeOrigin: true,
    proxyTimeout: answerWithinMs,
    selfHandleResponse: true,
    on: {
      proxyReq: (proxied, request, response) => watchSize(proxied, request, response, maxBodyOf(request)),
      proxyRes: (answer, _request, response) => passBack(answer, response),
      error: (error, request, response) => {
        if (!isResponse(response) || response.headersSent || response.destroyed) return
        ctx.log.warn({ err: error, requestId: factsOf(request).requestId }, 'a stream could not be carried')
        refuse(request, response, new Refusal('unavailable'))
      },
    },
  }) as RequestHandler
}

function isResponse(response: object): response is Response & ServerResponse {
  return 'headersSent' in response
}

/** What can be told from the headers alone, before anything of the body is read. @throws Refusal */
function checkHeaders({ form, maxBodyBytes }: StreamRoute, request: Request): void {
  const length = declaredLength(request)
  if (form !== undefined && !/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('invalid_request', 'The content type must be multipart/form-data.')
  if (length === undefined ? maxBodyBytes === 0 : length > maxBodyBytes) throw new Refusal('payload_too_large')
}

/** Makes the handlers of stream routes. `targets` has the URL of each service that answers streams. */
export function streamRoutesTo(
  ctx: GatewayContext,
  targets: Readonly<Record<string, string>>,
): (stream: StreamRoute) => RequestHandler {
  const limits = new WeakMap<Request, number>()
  const proxies = new Map(
    Object.entries(targets).map(([service, target]) => [
      service,
      proxyTo(ctx, target, (request) => limits.get(request) ?? 0),
    ]),
  )
  return (stream) => {
    const { route, service, maxBodyBytes } = stream
    const proxy = proxies.get(service)
    if (proxy === undefined) throw new Error(`The gateway does not know where the streams of ${service} are`)
    const carry = async (request: Request, response: Response, next: NextFunction) => {
      const facts = factsOf(request)
      const key = idempotencyKeyOf(request, route, ctx.randomness)
      checkHeaders(stream, request)
      const isForm = stream.form !== undefined
      await admit(ctx, route, request, { maintenanceIsToldLater: isForm })
      keepOnly(request.headers, passedOn)
      if (isForm && (await isClosed(ctx, route, facts.requestId))) request.headers[maintenanceHeader] = 'on'
      request.headers[requestIdHeader] = facts.requestId
      if (key !== undefined) request.headers['idempotency-key'] = key
      if (route.access === 'anyone') Reflect.deleteProperty(request.headers, 'authorization')
      limits.set(request, maxBodyBytes)
      const owner = facts.personId ?? networkOf(facts.address)
      await ctx.streamPools.run(stream, owner, [request, response], async () => {
        await proxy(request, response, next)
      })
    }
    return (request, response, next) => {
      factsOf(request).route = `${route.method} ${route.path}`
      return limitStrangers(ctx, route, request, () => carry(request, response, next))
    }
  }
}

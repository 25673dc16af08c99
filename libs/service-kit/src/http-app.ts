import { hash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Readiness, StreamRoute } from '@kismet/contracts'
import express from 'express'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import type { CallerOf } from './handle.ts'
import type { Logger } from './logger.ts'
import type { Registry } from './metrics.ts'
import { isRefusal, Refusal, refusalOf } from './refusal.ts'
import type { StreamPools } from './stream-pools.ts'
import { bearerToken, callerOf } from './tokens.ts'
import type { Caller, TokenVerifier } from './tokens.ts'
import { version } from './version.ts'

/** Headers that the gateway sets on a stream that it carries to a service. It drops them when they come from outside. */
export const requestIdHeader = 'x-request-id'
export const clientAddressHeader = 'x-client-address'

/** The address of the back office, for links in files. */
export const officeHeader = 'x-office-origin'

/** By which a service knows the gateway. */
export const streamKeyHeader = 'x-stream-key'

/** One stream request as its handler sees it. */
export interface StreamCall {
  readonly request: Request
  readonly response: Response
  readonly requestId: string
  /** The address of the client, as the gateway saw it. */
  readonly ip: string | undefined
  /** The origin of the back office; empty if the gateway is of the previous release. */
  readonly office: string
  /** The caller's Idempotency-Key; the gateway makes one where the route takes one. */
  readonly key: string | undefined
  readonly log: Logger
}

export interface StreamHandler<Context> {
  readonly stream: StreamRoute
  readonly run: (context: Context, call: StreamCall & Caller) => Promise<void>
}

export function handleStream<const S extends StreamRoute, Context>(
  stream: S,
  run: (context: Context, call: StreamCall & CallerOf<S>) => Promise<void>,
): StreamHandler<Context> {
  return { stream, run: run as unknown as StreamHandler<Context>['run'] }
}

export interface HttpParts {
  readonly log: Logger
  readonly registry: Registry
  readonly verifier: TokenVerifier
  readonly streamPools: StreamPools
  /** The secret of the gateway. Undefined without streams. */
  readonly streamKey: string | undefined
  readonly ready: () => Promise<Record<string, boolean>>
  /** Whether the process is stopping. It still accepts requests, for callers that have not seen its 503. */
  readonly isLeaving: () => boolean
}

/** Whether a process can serve: every check is true. */
export async function stateOf(ready: HttpParts['ready']): Promise<Readiness> {
  const checks = await ready()
  return { ready: Object.values(checks).every(Boolean), checks }
}

/**
 * The handlers of `/health` (alive, with the version) and `/ready` (can serve). `/ready?of=bus,redis`
 * answers of these parts only; an unknown part is false. A process that is stopping answers 503 without any check.
 */
export function healthPages({
  ready,
  isLeaving,
}: Pick<HttpParts, 'ready' | 'isLeaving'>): Readonly<Record<'/health' | '/ready', RequestHandler>> {
  const checks = async (of: unknown) => {
    if (isLeaving()) return { open: false }
    const all: Record<string, boolean> = { ...(await ready()), open: true }
    return typeof of === 'string' ? Object.fromEntries(of.split(',').map((name) => [name, all[name] === true])) : all
  }
  return {
    '/health': (_request, response) => void response.json({ alive: true, version }),
    '/ready': async (request, response) => {
      const state = await stateOf(() => checks(request.query.of))
      response.status(state.ready ? 200 : 503).json(state)
    },
  }
}

const digest = (text: string) => hash('sha256', text, 'buffer')

/**
 * Requires the key of the gateway. A token alone is not enough, because other services see tokens
 * too. The gateway has checked the session and set the headers about the client.
 * @throws Refusal `forbidden`
 */
function requireGateway(request: Request, streamKey: string | undefined): void {
  const given = digest(request.get(streamKeyHeader) ?? '')
  if (streamKey === undefined || !timingSafeEqual(given, digest(streamKey))) throw new Refusal('forbidden')
}

function mount<Context>(
  app: Express,
  { stream, run }: StreamHandler<Context>,
  context: Context,
  { verifier, log, streamPools, streamKey }: HttpParts,
): void {
  const method = stream.route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  app[method](stream.route.path, async (request, response) => {
    requireGateway(request, streamKey)
    const requestId = request.get(requestIdHeader) ?? 'none'
    const caller = await callerOf(verifier, stream.route.access, bearerToken(request.headers.authorization))
    const key = request.get('idempotency-key')
    const ip = request.get(clientAddressHeader)
    const office = request.get(officeHeader) ?? ''
    const call = { request, response, requestId, ip, office, key, log: log.child({ requestId }), ...caller }
    // The gateway counts callers without a login.
    const owner = (caller.player ?? caller.admin)?.id ?? requestId
    await streamPools.run(stream, owner, [request, response], () => run(context, call))
  })
}

/** Has clients make their next connection elsewhere while the process is leaving. */
export function partWhenLeaving(isLeaving: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isLeaving()) response.setHeader('Connection', 'close')
    next()
  }
}

/** Answers a refusal in the shape of the contracts. */
export function sendFailure(response: Response, refusal: Refusal): void {
  if (refusal.retryAfterSeconds !== undefined) response.set('Retry-After', String(refusal.retryAfterSeconds))
  response.status(refusal.status).json(refusal.failure)
}

/** Health, readiness and metrics of a service, and its streams. */
export function createHttpApp<Context>(
  parts: HttpParts,
  streams: readonly StreamHandler<Context>[],
  context: Context,
): Express {
  const { registry, log } = parts
  const app = express()
  app.disable('x-powered-by')
  app.use(partWhenLeaving(parts.isLeaving))
  for (const [path, answer] of Object.entries(healthPages(parts))) app.get(path, answer)
  app.get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics())
  })
  for (const stream of streams) mount(app, stream, context, parts)
  app.use((_request, response) => sendFailure(response, new Refusal('not_found')))
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (!isRefusal(error)) log.error({ err: error }, 'a request failed with an unexpected error')
    if (response.headersSent) response.destroy()
    else sendFailure(response, refusalOf(error))
  })
  return app
}

/** Lets a server listen on `port` (0: a free one). @returns the port. @throws Error that names the port when it is taken. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const closeIdleEveryMs = 50

/** Takes no more connections and waits until the open requests are answered: for `graceMs` at most, or until the last of `streams` has left. */
export async function closeServer(server: Server, graceMs: number, streams?: StreamPools): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  // A connection that is kept alive becomes idle when its last answer has gone out.
  const idle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs)
  await Promise.race([closed, delay(graceMs, undefined, { ref: false })])
  await Promise.race([closed, streams?.empty()])
  server.closeAllConnections()
  await closed
  clearInterval(idle)
}

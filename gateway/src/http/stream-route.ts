import type { ClientRequest, IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import type { StreamRoute } from '@kismet/contracts'
import { clientAddressHeader, officeHeader, requestIdHeader, streamKeyHeader } from '@kismet/service-kit/http-app'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import { fileStallMs, isFileOfRows } from '@kismet/service-kit/stream-pools'
import type { Request, RequestHandler, Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { GatewayContext } from '../context.ts'
import { countValid } from './admit.ts'
import { refuse } from './failures.ts'
import { declaredLength, idempotencyKeyOf } from './read-request.ts'
import { factsOf } from './request-log.ts'

/** The headers that reach a service. Other headers of a client end here, because they could fake its identity or address. */
const passedOn = new Set([
  ...'accept accept-encoding authorization content-length content-type'.split(' '),
  ...'idempotency-key if-none-match transfer-encoding'.split(' '),
])

/** The headers of a service that reach the client, beside the gateway's own headers. */
const passedBack = [
  ...'cache-control content-disposition content-encoding content-length content-type etag last-modified'.split(' '),
  ...'idempotency-replayed retry-after www-authenticate x-content-type-options'.split(' '),
]

const answerWithinMs = 30_000
/** A replica with a slower answer to /ready gets no stream. */
const readyWithinMs = 1_000

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/ready', url), { signal: AbortSignal.timeout(readyWithinMs) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/**
 * Chooses a replica that can serve, in turn, because a body cannot be sent twice. When no replica
 * says that it can serve, the first one gets the stream. A single URL is not asked.
 */
function roundRobin(urls: readonly string[]): () => Promise<string> {
  let turn = 0
  return async () => {
    const start = turn++
    const inOrder = urls.map((_, nth) => urls[(start + nth) % urls.length] ?? '')
    if (urls.length > 1) for (const url of inOrder) if (await isReady(url)) return url
    return inOrder[0] ?? ''
  }
}

const tooLarge = ({ form, maxBodyBytes }: StreamRoute) =>
  new Refusal('payload_too_large', undefined, { maxBytes: form?.maxFileBytes ?? maxBodyBytes })

/** Stops a chunked body when its size passes the limit of the route. */
function watchSize(proxied: ClientRequest, request: Request, response: Response, stream: StreamRoute): void {
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= stream.maxBodyBytes) return
    request.off('data', count)
    request.unpipe(proxied)
    refuse(request, response, tooLarge(stream))
    proxied.destroy()
  }
  request.on('data', count)
}

/** Ends the request to the service when the client disconnects. */
function endWithClient(proxied: ClientRequest, { socket }: Request): void {
  const end = () => void proxied.destroy()
  if (socket.destroyed) end()
  socket.once('close', end)
  proxied.once('close', () => socket.off('close', end))
}

/** A pipeline alone adds seven listeners. Node warns of a leak above ten. */
const listenersOfAnswer = 20

function passBack(answer: IncomingMessage, response: Response): void {
  response.status(answer.statusCode ?? 502)
  for (const name of passedBack) {
    const value = answer.headers[name]
    if (value !== undefined) response.setHeader(name, value)
  }
  response.setMaxListeners(listenersOfAnswer)
  pipeline(answer, response, () => undefined)
}

/**
 * A proxy to a service. Each stream opens its own connection: a replica may close a kept-alive connection at any time.
 * A retry is impossible, because a body cannot be sent twice.
 */
function proxyTo(ctx: GatewayContext, urls: readonly string[], stream: StreamRoute): RequestHandler {
  return createProxyMiddleware<Request, Response>({
    router: roundRobin(urls),
    agent: false,
    xfwd: false,
    changeOrigin: true,
    // The connection to the service is also idle while a slow client reads its buffer.
    proxyTimeout: isFileOfRows(stream) ? fileStallMs : answerWithinMs,
    selfHandleResponse: true,
    on: {
      proxyReq: (proxied, request, response) => {
        endWithClient(proxied, request)
        watchSize(proxied, request, response, stream)
      },
      proxyRes: (answer, _request, response) => passBack(answer, response),
      error: (error, request, response) => {
        if (!('headersSent' in response) || response.headersSent || response.destroyed) return
        ctx.log.warn({ err: error, requestId: factsOf(request).requestId }, 'a stream could not be carried')
        refuse(request, response, new Refusal('unavailable'))
      },
    },
  }) as RequestHandler
}

/** Checks type and size by the headers, before the body is read. @throws Refusal */
function checkHeaders(stream: StreamRoute, request: Request): void {
  const { form, maxBodyBytes } = stream
  const length = declaredLength(request)
  if (form !== undefined && !/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('invalid_request', 'The content type must be multipart/form-data.')
  if (length === undefined ? maxBodyBytes === 0 : length > maxBodyBytes) throw tooLarge(stream)
}

/** Forwards one stream of the contracts to its service. @throws Error at start for a service without an address */
export function streamRoute(ctx: GatewayContext, stream: StreamRoute): RequestHandler {
  const { route, service } = stream
  if (service !== 'payments' && service !== 'analytics')
    throw new Error(`The gateway does not know where the streams of ${service} are`)
  const of = service === 'payments' ? 'PAYMENTS' : 'ANALYTICS'
  const proxy = proxyTo(ctx, ctx.config[`${of}_URL`], stream)
  return async (request, response, next) => {
    const facts = factsOf(request)
    const key = idempotencyKeyOf(request, route, ctx.randomness)
    checkHeaders(stream, request)
    await countValid(ctx, route, request)
    for (const name of Object.keys(request.headers))
      if (!passedOn.has(name)) Reflect.deleteProperty(request.headers, name)
    request.headers[streamKeyHeader] = ctx.config[`${of}_STREAM_KEY`]
    request.headers[requestIdHeader] = facts.requestId
    request.headers[clientAddressHeader] = facts.address
    request.headers[officeHeader] = ctx.config.ADMIN_ORIGIN[0]
    if (key !== undefined) request.headers['idempotency-key'] = key
    if (route.access === 'anyone') delete request.headers.authorization
    const owner = facts.caller?.claims.sub ?? networkOf(facts.address)
    await ctx.streamPools.run(stream, owner, [request, response], async () => {
      await proxy(request, response, next)
    })
  }
}

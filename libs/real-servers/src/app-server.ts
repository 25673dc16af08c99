import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { adminArea, limits } from '@kismet/contracts'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware'
import {
  ambiguous,
  cacheControl,
  publicAdminPath,
  refusals,
  retryAfterSeconds,
  securityHeaders,
  waits,
} from './app-rules.ts'
import { BuiltFiles } from './built-files.ts'
import { version } from './version.ts'
import {
  addForwarded,
  closeWhenSaid,
  endTogether,
  forwardingAgent,
  limitConnections,
  upgradeTimeoutMs,
} from './forwarding.ts'

/** What the server of one app is told. */
export interface AppServerOptions {
  /** The folder that Vite made. */
  readonly appFolder: string
  readonly gatewayUrl: string
  /** Whether /api/admin/* goes on to the gateway; else only the question for maintenance does. */
  readonly passesAdminCalls: boolean
  /** The source address of requests to the gateway. The gateway trusts its `X-Forwarded-For`. */
  readonly fromAddress?: string | undefined
}

const lookForSlowOnesEveryMs = 1_000
/** So long may who still sends when all was answered read the answer. */
const lingerMs = 10_000

/** A path as the most lenient reader would see it: decoded, without empty or dot segments, in lower case. */
export function normalPath(url: string): string {
  let path = url.split(/[?#]/, 1)[0] ?? ''
  for (let round = 0; round < 3 && path.includes('%'); round += 1) {
    try {
      path = decodeURIComponent(path)
    } catch {
      break
    }
  }
  const segments: string[] = []
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`.toLowerCase()
}

const isAmbiguous = new RegExp(`^[^?]*(${ambiguous})`, 'i')

/** Whether a call goes on to the gateway. */
export function isPassedOn(method: string, url: string, passesAdminCalls: boolean): boolean {
  if (passesAdminCalls) return true
  if (isAmbiguous.test(url)) return false
  const path = normalPath(url)
  if (path !== adminArea && !path.startsWith(`${adminArea}/`)) return true
  return method === 'GET' && url.split('?', 1)[0] === publicAdminPath
}

function isForGateway(url: string): boolean {
  return /^\/(api|socket\.io)(\/|$)/.test(normalPath(url))
}

/** Says that the gateway cannot be reached, over HTTP or on a socket that wanted to be a WebSocket. */
function refuseUnavailable(response: ServerResponse | Socket): void {
  const body = JSON.stringify(refusals.unavailable)
  if (!(response instanceof ServerResponse)) {
    response.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    return
  }
  if (response.headersSent) {
    response.destroy()
    return
  }
  response
    .writeHead(503, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': String(retryAfterSeconds) })
    .end(body)
}

/** Carries requests and WebSockets to the gateway. */
function proxyToGateway({ gatewayUrl, fromAddress }: AppServerOptions): RequestHandler {
  return createProxyMiddleware({
    target: gatewayUrl,
    agent: forwardingAgent(fromAddress),
    changeOrigin: false,
    xfwd: false,
    proxyTimeout: waits.answerMs,
    timeout: waits.answerMs,
    upgradeTimeout: upgradeTimeoutMs,
    logger: { info: () => undefined, warn: console.warn, error: () => undefined },
    on: {
      error: (_error, _request, response) => refuseUnavailable(response),
      proxyReqWs: endTogether,
    },
  })
}

/** Closes the connection of a request that was answered before its body ended. */
function endWhenAnswered(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return
    const timer = setTimeout(() => request.destroy(), lingerMs)
    request.once('close', () => clearTimeout(timer))
  })
}

const ofTheFile = ['Content-Encoding', 'ETag', 'Last-Modified', 'Accept-Ranges']

function refuse(response: Response, status: number, text: string): void {
  for (const name of ofTheFile) response.removeHeader(name)
  response.status(status).set('Cache-Control', cacheControl.refusal).type('text/plain').end(text)
}

/** Files as they were built. Every other address is a page of the app, which shows what it is; a file that is not there is no page. */
function serveFiles(app: Express, files: BuiltFiles): void {
  app.use((request: Request, response: Response) => {
    const { path, method } = request
    const page = `${path.replace(/\/$/, '')}.html`
    if (method !== 'GET' && method !== 'HEAD') refuse(response, 404, 'Not found')
    else if (files.has(path)) files.send(path, request, response)
    else if (path.startsWith('/assets/') || /\.[a-z0-9]{1,8}$/i.test(path)) refuse(response, 404, 'Not found')
    else files.send(files.has(page) ? page : '/index.html', request, response)
  })
  // A version of a file that it is not, a range beyond its end, or a file that is there no more.
  app.use((error: { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) response.destroy()
    else if (error.status === 412) refuse(response, 412, 'Precondition failed')
    else if (error.status === 416) refuse(response, 416, 'Range not satisfiable')
    else refuse(response, 404, 'Not found')
  })
}

/**
 * The server of one app: files with the CSP, and a page for every address. It passes /api and /socket.io to the gateway, so the
 * app needs no other origin.
 */
export function createAppServer(options: AppServerOptions): Server {
  const { passesAdminCalls } = options
  const proxy = proxyToGateway(options)
  const app = express()
  app.disable('x-powered-by')
  app.get('/health', (_request, response) => void response.json({ status: 'ok', version }))
  app.use((request, response, next) => {
    if (!isForGateway(request.url)) {
      response.set(securityHeaders)
      next()
      return
    }
    if (!isPassedOn(request.method, request.url, passesAdminCalls)) {
      response.status(404).json(refusals.notFound)
      return
    }
    addForwarded(request)
    void proxy(request, response)
  })
  serveFiles(app, new BuiltFiles(options.appFolder))
  const server = createServer(
    {
      headersTimeout: waits.headMs,
      requestTimeout: limits.body.formWithinMs,
      connectionsCheckingInterval: lookForSlowOnesEveryMs,
    },
    app,
  ).on('request', endWhenAnswered)
  limitConnections(server)
  server.on('upgrade', (request, socket: Socket, head) => {
    closeWhenSaid(socket)
    if (normalPath(request.url ?? '').split('/')[1] !== 'socket.io') {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    addForwarded(request)
    proxy.upgrade(request, socket, head)
  })
  return server
}

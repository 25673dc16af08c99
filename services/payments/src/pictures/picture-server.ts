import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits as siteLimits } from '@kismet/contracts'
import type { serverEnv } from '@kismet/service-kit/env'
import { Gate } from '@kismet/service-kit/gate'
import type { GateLimits } from '@kismet/service-kit/gate'
import { closeServer, listenOn } from '@kismet/service-kit/http-app'
import type { Logger } from '@kismet/service-kit/logger'
import { refusalOf } from '@kismet/service-kit/refusal'
import { z } from 'zod'
import { fileKinds } from '../domain/file-kind.ts'
import { encodeRendered, purposes } from './protocol.ts'
import type { Renderer } from './protocol.ts'

export interface PictureServerParts {
  readonly log: Logger
  readonly render: Renderer
  readonly gate?: GateLimits
  /** How long a file may be on its way here, in ms. */
  readonly receiveMs?: number
}

export interface PictureServer {
  readonly port: number
  /** Takes no more files and answers those that it has; what takes longer than `stopsWithinMs` is ended. */
  stop(): Promise<void>
}

/** Two files at a time, as a payments has them opened; a few more of its other replicas wait. Whose file it is they do not say: each shares out what it sends among its players. */
const defaultGate = { running: 2, runningOfOwner: 2, waiting: 8, waitingOfOwner: 16, waitingMs: 10_000 }
const everybody = 'payments'
/** Each can have a whole file in memory. */
const maxConnections = 16
const defaultReceiveMs = 10_000
const lookAtTimesEveryMs = 1_000
/** What takes longer to stop than this, in ms, is ended. */
export const stopsWithinMs = 15_000

const Query = z.strictObject({ purpose: z.enum(purposes), kind: z.enum(fileKinds) })

/** A request that is not one of payments', by its status. */
class Misfit extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function readFile(request: IncomingMessage): Promise<Buffer> {
  const { proofMaxBytes: maxBytes } = siteLimits.deposit
  const length = Number(request.headers['content-length'])
  if (Number.isNaN(length)) throw new Misfit(411, 'The length of a file is said before it.')
  if (length > maxBytes) throw new Misfit(413, `A file has ${maxBytes} bytes at most.`)
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Whoever no longer waits for the answer has the process of the file ended. */
function untilGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

/** `GET /health`, `GET /ready`, and `POST /render?purpose=...&kind=...` with the bytes of a file, which is answered with what `encodeRendered` makes. */
async function answer(request: IncomingMessage, response: ServerResponse, render: Renderer, gate: Gate): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pictures')
  if (request.method === 'GET' && ['/health', '/ready'].includes(pathname)) return void response.writeHead(200).end()
  if (request.method !== 'POST' || pathname !== '/render') throw new Misfit(404, 'This path does not exist.')
  const query = Query.safeParse(Object.fromEntries(searchParams))
  if (!query.success) throw new Misfit(400, z.prettifyError(query.error))
  const { purpose, kind } = query.data
  const gone = untilGone(response)
  const bytes = await readFile(request)
  const rendered = await gate.run(everybody, () => render([purpose, kind, bytes], gone))
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(encodeRendered(rendered))
}

/** Says why there is no answer, where somebody still waits for one. */
function refuse(request: IncomingMessage, response: ServerResponse, error: unknown, log: Logger): void {
  if (request.errored !== null || response.destroyed) return
  const status = error instanceof Misfit ? error.status : refusalOf(error).status
  if (status === 500) log.error({ err: error }, 'a request failed with an unexpected error')
  const message = error instanceof Misfit ? error.message : refusalOf(error).message
  // What is left of the request is not read.
  response.writeHead(status, { 'Content-Type': 'text/plain', Connection: 'close' }).end(`${message}\n`)
}

/** Opens files for payments over HTTP, in a container where there is nothing else: no secret, no volume, no network but the one to payments (docs/internals/decisions/0023). */
export async function startPictureServer(
  { HOST, PORT }: Pick<z.output<typeof serverEnv>, 'HOST' | 'PORT'>,
  { log, render, gate: gateLimits = defaultGate, receiveMs = defaultReceiveMs }: PictureServerParts,
): Promise<PictureServer> {
  const gate = new Gate(gateLimits)
  const times = {
    headersTimeout: receiveMs,
    requestTimeout: receiveMs,
    connectionsCheckingInterval: lookAtTimesEveryMs,
  }
  const server = createServer({ ...times, maxHeaderSize: 4_096 }, (request, response) => {
    answer(request, response, render, gate).catch((error: unknown) => refuse(request, response, error, log))
  })
  server.maxConnections = maxConnections
  const port = await listenOn(server, HOST, PORT)
  return { port, stop: () => closeServer(server, stopsWithinMs) }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { StreamRoute } from '@kismet/contracts'
import { BoundedQueue } from './bounded-queue.ts'
import { Refusal } from './refusal.ts'

/** The time that a client may be silent, in ms. */
const defaultStallMs = 15_000
export const wholeMs = 120_000
/**
 * A form of 8 MiB needs 28 KiB/s. A player has 4 places at a time and 20 uploads an hour. So 20
 * accounts are needed to hold the 32 places with slow uploads.
 */
const wholeMsOfForm = 300_000
/** Two megabytes of a file wait in the network: a client with 200 kbit/s is silent for more than a minute. */
const stallsOfFile = 6
const wholeMsOfFile = 900_000
/** How long a file may be without a byte on its way to a client. */
export const fileStallMs: number = stallsOfFile * defaultStallMs
/** Whether the answer is a file of rows: long, and read from the store while it leaves. */
export const isFileOfRows = ({ output }: StreamRoute): boolean => 'file' in output

function kindOf(stream: StreamRoute): 'upload' | 'desk' | 'download' | 'file' | 'export' | 'admin' | 'public' {
  const { form, route } = stream
  const isOfAdmins = typeof route.access === 'object'
  if (form !== undefined) return isOfAdmins ? 'desk' : 'upload'
  if (isOfAdmins) return isFileOfRows(stream) ? 'export' : 'admin'
  if (route.access === 'anyone') return 'public'
  return isFileOfRows(stream) ? 'file' : 'download'
}

function wholeMsOf(stream: StreamRoute): number {
  if (isFileOfRows(stream)) return wholeMsOfFile
  return stream.form === undefined ? wholeMs : wholeMsOfForm
}

/** Whether it waits for the client: for more of the body, or until the client reads the answer. */
function isClientsTurn(request: IncomingMessage, response: ServerResponse): boolean {
  return (!request.complete && !request.isPaused()) || response.writableLength > 0
}

/**
 * Ends a request that takes too long, with a refusal where no answer has begun. A proxy would take
 * a closed connection for a dead server. The outcome of a complete request is unknown.
 */
function breakOff(request: IncomingMessage, response: ServerResponse): void {
  // A pipelined request that waits behind another answer cannot get its own answer.
  if (response.headersSent || response.socket === null) {
    request.socket.destroy()
    return
  }
  response.once('finish', () => request.socket.destroy())
  const refusal = request.complete
    ? new Refusal('unavailable')
    : new Refusal('invalid_request', 'The upload was too slow and timed out.')
  const body = JSON.stringify(refusal.failure)
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(refusal.status, { ...headers, Connection: 'close' }).end(body)
}

/** The places for streams of one process: a pool for each kind, and in each no person takes all of them. */
export class StreamPools {
  readonly #stallMs: number
  /** 'desk' is of uploads of admins, 'export' of their files, 'public' of the QR image. */
  readonly #queues = {
    upload: new BoundedQueue({ running: 32, runningOfOwner: 4, waiting: 256, waitingOfOwner: 16 }),
    desk: new BoundedQueue({ running: 16, runningOfOwner: 4, waiting: 64, waitingOfOwner: 16 }),
    download: new BoundedQueue({ running: 32, runningOfOwner: 8, waiting: 256, waitingOfOwner: 32 }),
    // A slow reader can hold this place for long.
    file: new BoundedQueue({ running: 32, runningOfOwner: 2, waiting: 64, waitingOfOwner: 4 }),
    admin: new BoundedQueue({ running: 32, runningOfOwner: 8, waiting: 256, waitingOfOwner: 32 }),
    // An export reads the store for minutes.
    export: new BoundedQueue({ running: 8, runningOfOwner: 1, waiting: 16, waitingOfOwner: 1 }),
    // The owner is a network here, and one of a mobile carrier has a crowd behind it.
    public: new BoundedQueue({ running: 32, runningOfOwner: 24, waiting: 256, waitingOfOwner: 224 }),
  }

  /** Streams that are under way, or wait for their place. */
  readonly #inside = new Set<Promise<void>>()

  constructor(stallMs: number = defaultStallMs) {
    this.#stallMs = stallMs
  }

  /** @returns when no stream is running or waiting, or after `wholeMs` */
  async empty(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#inside), delay(wholeMs, undefined, { ref: false })])
  }

  /**
   * Runs `work`, which answers, when `owner` gets a place. Keeps the place until the answer has
   * left. A client that stalls or takes too long loses its connection. A client that left while
   * waiting is forgotten.
   * @throws Refusal `too_many_requests` or `unavailable` when too many wait; also any error of
   * `work`
   */
  async run(
    stream: StreamRoute,
    owner: string,
    exchange: readonly [IncomingMessage, ServerResponse],
    work: () => Promise<void>,
  ): Promise<void> {
    const running = this.#queues[kindOf(stream)].run(owner, () => this.#carry(stream, exchange, work))
    this.#inside.add(running)
    await running.finally(() => this.#inside.delete(running))
  }

  async #carry(
    stream: StreamRoute,
    [request, response]: readonly [IncomingMessage, ServerResponse],
    work: () => Promise<void>,
  ): Promise<void> {
    const { socket } = request
    if (socket.destroyed) return
    const left = Promise.withResolvers<undefined>()
    const leave = () => left.resolve(undefined)
    const end = () => breakOff(request, response)
    const timer = setTimeout(end, wholeMsOf(stream))
    // An answer that waits behind another one on its connection is not closed with it.
    socket.once('close', leave)
    response.once('close', leave)
    response.setTimeout((isFileOfRows(stream) ? stallsOfFile : 1) * this.#stallMs, () => {
      if (isClientsTurn(request, response)) end()
    })
    try {
      await work()
      await left.promise
    } finally {
      clearTimeout(timer)
      socket.off('close', leave)
    }
  }
}

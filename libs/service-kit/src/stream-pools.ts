import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { StreamRoute } from '@kismet/contracts'
import { breakOff } from './break-off.ts'
import { Gate } from './gate.ts'

/**
 * The time that a client may be silent, in ms, and the limits of a whole stream. A long upload
 * gives its place up when another upload waits. Otherwise a few accounts with slow uploads could
 * hold all places for half an hour.
 */
const defaultStallMs = 15_000
export const wholeMs = 120_000
/**
 * After this time an upload continues only while no other upload waits. The limit is below the 60 s
 * of clients and proxies.
 */
const patienceMs = 45_000
/**
 * A CSV file may have 23 MB and come from slow stores. The network buffers one to two megabytes
 * (1.9 MB measured on one machine). A client with 200 kbit/s can therefore be silent for more than
 * a minute.
 */
const stallsOfFile = 6
const wholeMsOfFile = 900_000
/** How long a file may be without a byte on its way to a client. */
export const fileStallMs: number = stallsOfFile * defaultStallMs
/**
 * The bytes of a body that must arrive in the silent time, on average: 4.3 KiB/s, a little below
 * the slowest mobile network.
 */
const leastBytes = 64 * 1024

/** Whether the answer is a file of rows: long, and read from the store while it leaves. */
export const isFileOfRows = ({ output }: StreamRoute): boolean => 'file' in output

function kindOf(stream: StreamRoute): 'upload' | 'desk' | 'download' | 'file' | 'admin' | 'public' {
  const { form, route } = stream
  const isOfAdmins = typeof route.access === 'object'
  if (form !== undefined) return isOfAdmins ? 'desk' : 'upload'
  if (isOfAdmins) return 'admin'
  if (route.access === 'anyone') return 'public'
  return isFileOfRows(stream) ? 'file' : 'download'
}

/** How long all of a stream may take. A body has what its length takes at the least speed; one that does not say it counts as the longest. */
function wholeMsOf(stream: StreamRoute, { headers }: IncomingMessage, stallMs: number): number {
  if (isFileOfRows(stream)) return wholeMsOfFile
  const length = Math.min(Number(headers['content-length'] ?? Infinity), stream.maxBodyBytes)
  return wholeMs + (length / leastBytes) * stallMs
}

/** Whether the service waits for more of the body. */
function isBodyAwaited(request: IncomingMessage): boolean {
  return !request.complete && !request.isPaused()
}

/**
 * Whether the stream waits for the client: for more of the body, or for the client to read the
 * answer.
 */
function isClientsTurn(request: IncomingMessage, response: ServerResponse): boolean {
  return isBodyAwaited(request) || response.writableLength > 0
}

/** Ends a body that drips. From the start on it owes so much for all the time in which it is waited for. */
function watchSpeed(request: IncomingMessage, everyMs: number, end: () => void): NodeJS.Timeout {
  const { socket } = request
  const bytesBefore = socket.bytesRead
  let dueBytes = 0
  let wasAwaited = true
  return setInterval(() => {
    const isAwaited = isBodyAwaited(request)
    if (wasAwaited && isAwaited) dueBytes += leastBytes
    if (isAwaited && socket.bytesRead - bytesBefore < dueBytes) end()
    wasAwaited = isAwaited
  }, everyMs)
}

/** Offers the place of a form that has had its time for as long as more of its body is to come. @returns what is called when it is over */
function offerLate(request: IncomingMessage, offer: (end: () => void) => () => void, end: () => void): () => void {
  let withdraw: (() => void) | undefined
  const late = setTimeout(() => {
    if (request.complete) return
    withdraw = offer(end)
    request.once('end', withdraw)
  }, patienceMs)
  return () => {
    clearTimeout(late)
    withdraw?.()
  }
}

/** The places for streams of one process: a pool for each kind, and in each no person takes all of them. */
export class StreamPools {
  readonly #stallMs: number
  /**
   * Separate places for uploads, uploads of admins, downloads of players, their CSV files,
   * downloads of admins, and public downloads (the QR image).
   */
  readonly #gates = {
    upload: new Gate({ running: 32, runningOfOwner: 4, waiting: 256, waitingOfOwner: 16 }),
    desk: new Gate({ running: 16, runningOfOwner: 4, waiting: 64, waitingOfOwner: 16 }),
    download: new Gate({ running: 32, runningOfOwner: 8, waiting: 256, waitingOfOwner: 32 }),
    // A slow reader can hold this place for long.
    file: new Gate({ running: 32, runningOfOwner: 2, waiting: 64, waitingOfOwner: 4 }),
    admin: new Gate({ running: 32, runningOfOwner: 8, waiting: 256, waitingOfOwner: 32 }),
    // The owner is a network here, and one of a mobile carrier has a crowd behind it.
    public: new Gate({ running: 32, runningOfOwner: 24, waiting: 256, waitingOfOwner: 224 }),
  }

  /** Streams that are here, under way or waiting for their place. */
  #inside = 0
  #left: (() => void)[] = []

  constructor(stallMs: number = defaultStallMs) {
    this.#stallMs = stallMs
  }

  /** @returns when no stream is running or waiting, or after `wholeMs` */
  async empty(): Promise<void> {
    if (this.#inside === 0) return
    const left = new Promise<void>((resolve) => this.#left.push(resolve))
    await Promise.race([left, delay(wholeMs, undefined, { ref: false })])
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
    this.#inside += 1
    try {
      const gate = this.#gates[kindOf(stream)]
      const offer = (end: () => void) => gate.offer(owner, end)
      await gate.run(owner, () => this.#carry(stream, exchange, offer, work))
    } finally {
      this.#inside -= 1
      if (this.#inside === 0) for (const resolve of this.#left.splice(0)) resolve()
    }
  }

  async #carry(
    stream: StreamRoute,
    [request, response]: readonly [IncomingMessage, ServerResponse],
    offer: (end: () => void) => () => void,
    work: () => Promise<void>,
  ): Promise<void> {
    const { socket } = request
    if (socket.destroyed) return
    const left = Promise.withResolvers<undefined>()
    const leave = () => left.resolve(undefined)
    const end = () => breakOff(request, response)
    const timer = setTimeout(end, wholeMsOf(stream, request, this.#stallMs))
    const speed = watchSpeed(request, this.#stallMs, end)
    const withdraw = stream.form === undefined ? undefined : offerLate(request, offer, end)
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
      clearInterval(speed)
      withdraw?.()
      socket.off('close', leave)
    }
  }
}

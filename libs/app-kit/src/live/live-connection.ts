import type { SocketCommandShape, SocketEventShape } from '@kismet/contracts'
import { socketPath, timeSync } from '@kismet/contracts'
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import { refusal, unanswered } from '../call-error.ts'
import type { CallResult } from '../call.ts'
import { logWarning } from '../log.ts'
import { measureClock } from './server-clock.ts'

/** Sends a command and waits for its acknowledgement, 8 s at most; where not a word has come meanwhile it connects anew. What nobody is connected for is not kept for later. */
export type Emit = <C extends SocketCommandShape>(
  command: C,
  payload: z.output<C['payload']>,
) => Promise<CallResult<z.output<C['output']>>>

/** What becomes of the connection. */
export interface LiveHandlers {
  /** It is up, the first time or again: whatever may have been missed has to be asked for. */
  readonly up: () => void
  readonly down: () => void
  /** The server does not know the session (any more); nothing is tried again. */
  readonly ended: () => void
  /** Its code was asked for again and did not come. It is tried on, but many browsers ask for no module again until the page is loaded anew. */
  readonly notLoaded: () => void
  /** How far the server's clock is ahead of this browser's. */
  readonly clock: (offsetMs: number) => void
}

/** The Socket.IO connection of one session after the other. */
export interface Live {
  open: (token: string) => void
  close: () => void
  handle: (handlers: LiveHandlers) => void
  /** Calls `handle` with each payload that is of the contract; anything else is dropped with a warning. Answers with a function that stops it. */
  on: <E extends SocketEventShape>(event: E, handle: (payload: z.output<E['payload']>) => void) => () => void
  emit: Emit
  /** Something speaks for the network being back, or for the connection being gone unnoticed, as after a sleep: looks now. */
  check: () => void
}

type SocketIo = Pick<typeof import('socket.io-client'), 'io'>

interface LiveOptions {
  /** Loads the code of the socket, which is not part of the first paint. */
  load?: () => Promise<SocketIo>
  /** Even between 0 and 1. */
  random?: () => number
  firstDelayMs?: number
  deadlineMs?: number
  /** How long a look waits for the server. */
  lookMs?: number
  /** How long a try may take until it is connected; twice as long over polling. */
  tryMs?: number
}

/** The transports of a try, in their order. The second way opens by polling and moves to a WebSocket that carries messages. The third stays on polling. */
const ways = [['websocket', 'polling'], ['polling', 'websocket'], ['polling']]
/** A WebSocket that fails sooner after it is up does not work in this network. */
const provenMs = 30_000

const longestDelayMs = 30_000
const usual = { firstDelayMs: 1_000, deadlineMs: 8_000, lookMs: 3_000, tryMs: 8_000 }
/** After 'too many connections', unless the server says how long. */
const fullDelayMs = 60_000

const Refused = z.object({
  data: z.object({ code: z.string(), params: z.object({ retryAfterMs: z.number() }).partial().optional() }),
})
const Failure = z.object({ success: z.literal(false) })

const evenRandom = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Each try is a socket of its own, so that none is left behind that nobody listens to. */
class LiveConnection implements Live {
  readonly #namespace: string
  readonly #options: Required<LiveOptions>
  readonly #listeners = new Map<string, Set<(raw: unknown) => void>>()
  #handlers: LiveHandlers | null = null
  #wanted: { readonly token: string } | null = null
  #socket: Socket | null = null
  /** Until the next try. */
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Until the present try is too long. */
  #tryTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #hasNotLoaded = false
  #mayHurry = true
  /** Which of `ways` the next try takes. */
  #way = 0
  #upSinceMs = 0
  /** How many packets have come, on all sockets. */
  #heard = 0

  constructor(namespace: string, options: Required<LiveOptions>) {
    this.#namespace = namespace
    this.#options = options
  }

  readonly open = (token: string): void => {
    this.#wanted = { token }
    this.#failures = 0
    void this.#connect()
  }

  readonly close = (): void => {
    this.#wanted = null
    this.#drop()
  }

  readonly handle = (handlers: LiveHandlers): void => {
    this.#handlers = handlers
  }

  readonly on: Live['on'] = ({ event, payload }, handle) => {
    const listener = (raw: unknown): void => {
      const read = payload.safeParse(raw)
      if (read.success) handle(read.data as never)
      else logWarning(`A ${event} event was not of the contract`, read.error.issues[0])
    }
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  readonly emit: Emit = (command, payload) => this.#send(command, payload, this.#options.deadlineMs)

  readonly check = (): void => {
    if (this.#wanted === null) return
    if (this.#socket?.connected === true) void this.#send(timeSync, {}, this.#options.lookMs)
    else if (this.#timer !== undefined && this.#mayHurry) {
      // This can be another network.
      this.#way = 0
      void this.#connect()
    }
  }

  async #send<C extends SocketCommandShape>(
    command: C,
    payload: z.output<C['payload']>,
    withinMs: number,
  ): Promise<CallResult<z.output<C['output']>>> {
    const socket = this.#socket
    if (socket?.connected !== true) return { error: unanswered('network') }
    const heardBefore = this.#heard
    try {
      const sent: unknown = z.encode(command.payload, payload)
      const answer: unknown = await socket.timeout(withinMs).emitWithAck(command.event, sent)
      if (Failure.safeParse(answer).success) return { error: refusal(null, answer, null) }
      const read = command.output.safeParse(answer)
      return read.success ? { data: read.data as never } : { error: unanswered('malformed') }
    } catch {
      // Not a packet since: the line is dead, which the socket itself finds out many seconds later.
      if (this.#heard === heardBefore && this.#socket === socket) this.#lost(socket)
      return { error: unanswered('timeout') }
    }
  }

  async #connect(): Promise<void> {
    this.#drop()
    const wanted = this.#wanted
    if (wanted === null) return
    const loaded = await this.#options
      .load()
      .catch((error: unknown) => logWarning('The live connection could not be loaded', error))
    if (this.#wanted !== wanted || this.#socket !== null) return
    if (!loaded) {
      if (this.#hasNotLoaded) this.#handlers?.notLoaded()
      this.#hasNotLoaded = true
      this.#retry()
      return
    }
    this.#hasNotLoaded = false
    const { token } = wanted
    const socket = loaded.io(this.#namespace, {
      path: socketPath,
      auth: { token },
      transports: ways[this.#way] ?? [],
      tryAllTransports: true,
      reconnection: false,
      forceNew: true,
    })
    this.#socket = socket
    // The library's own timeout ends before the server has let the session in.
    this.#tryTimer = setTimeout(() => this.#lost(socket), this.#options.tryMs * (this.#way === 0 ? 1 : 2))
    socket.io.engine.on('packet', () => (this.#heard += 1))
    // The library reports no error and ends no try when a WebSocket closes before its first message.
    socket.io.engine.on('close', (reason) => {
      if (reason !== 'forced close') this.#lost(socket)
    })
    socket.on('connect', () => this.#up(socket))
    socket.on('connect_error', (error) => this.#refused(error))
    socket.on('disconnect', (reason) => this.#lost(socket, reason))
    socket.onAny((event: string, raw: unknown) => this.#listeners.get(event)?.forEach((listener) => listener(raw)))
  }

  #up(socket: Socket): void {
    clearTimeout(this.#tryTimer)
    this.#upSinceMs = Date.now()
    this.#failures = 0
    this.#handlers?.up()
    void measureClock(() => this.emit(timeSync, {})).then((offsetMs) => {
      if (offsetMs !== null && this.#socket === socket) this.#handlers?.clock(offsetMs)
    })
  }

  #refused(error: unknown): void {
    this.#drop()
    const { code, params } = Refused.safeParse(error).data?.data ?? {}
    if (code === 'unauthenticated' || code === 'forbidden') {
      this.#wanted = null
      this.#handlers?.ended()
    } else this.#retry(code === 'too_many_requests' ? (params?.retryAfterMs ?? fullDelayMs) : 0)
  }

  /** The connection or its try has ended. A WebSocket that did not work gives way to polling, until a connection has worked. */
  #lost(socket: Socket, reason?: Socket.DisconnectReason): void {
    if (this.#socket !== socket) return
    const isWebSocket = socket.io.engine.transport.name === 'websocket'
    const isLong = reason === 'io server disconnect' || Date.now() - this.#upSinceMs >= provenMs
    if (this.#upSinceMs > 0 && isLong) this.#way = 0
    else if (isWebSocket) this.#way = Math.min(this.#way + 1, ways.length - 1)
    this.#drop()
    this.#retry()
  }

  /** Later, each time up to twice as long, and never all clients at once. */
  #retry(leastMs = 0): void {
    const { firstDelayMs, random } = this.#options
    const upToMs = Math.min(firstDelayMs * 2 ** this.#failures, longestDelayMs)
    this.#failures += 1
    this.#mayHurry = leastMs === 0
    const delayMs = Math.max(leastMs, upToMs / 2) + (upToMs / 2) * random()
    this.#timer = setTimeout(() => void this.#connect(), delayMs)
  }

  #drop(): void {
    clearTimeout(this.#tryTimer)
    clearTimeout(this.#timer)
    this.#timer = undefined
    const socket = this.#socket
    const wasUp = this.#upSinceMs > 0
    this.#socket = null
    this.#upSinceMs = 0
    socket?.off().offAny().close()
    if (wasUp) this.#handlers?.down()
  }
}

/** The live connection of an app; `/` is the namespace of players. */
export function liveConnection(namespace: string, options: LiveOptions = {}): Live {
  const load = (): Promise<SocketIo> => import('socket.io-client')
  return new LiveConnection(namespace, { load, random: evenRandom, ...usual, ...options })
}

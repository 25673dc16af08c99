import type { SocketCommandShape, SocketEventShape } from '@kismet/contracts'
import { socketPath, timeSync } from '@kismet/contracts'
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import { refusal, unanswered } from '../call-error.ts'
import type { CallResult } from '../call.ts'
import { logWarning } from '../log.ts'
import { measureClock } from './server-clock.ts'

/** Sends a command and waits at most 8 s for its acknowledgement. It reconnects if no packet came meanwhile. Without a connection the command fails at once. */
export type Emit = <C extends SocketCommandShape>(
  command: C,
  payload: z.output<C['payload']>,
) => Promise<CallResult<z.output<C['output']>>>

/** Callbacks about the connection. */
export interface LiveHandlers {
  /** Connected, the first time or again. Missed events must be read. */
  readonly up: () => void
  readonly down: () => void
  /** The server rejected the session. No retry follows. */
  readonly ended: () => void
  /** The code could not be loaded twice. Retries go on, but many browsers do not retry a failed import before a reload. */
  readonly notLoaded: () => void
  /** How far the server's clock is ahead of this browser's. */
  readonly clock: (offsetMs: number) => void
}

/** The Socket.IO connection of one session after the other. */
export interface Live {
  open: (token: string) => void
  close: () => void
  handle: (handlers: LiveHandlers) => void
  /** Calls `handle` with each valid payload. An invalid payload is dropped with a warning. @returns a function that unsubscribes */
  on: <E extends SocketEventShape>(event: E, handle: (payload: z.output<E['payload']>) => void) => () => void
  emit: Emit
  /** Checks the connection now, for example after a sleep or when the network is back. */
  check: () => void
}

type SocketIo = Pick<typeof import('socket.io-client'), 'io'>

interface LiveOptions {
  /** Loads the code of the socket, which is not part of the first paint. */
  load?: () => Promise<SocketIo>
  /** Uniform between 0 and 1. */
  random?: () => number
  firstDelayMs?: number
  deadlineMs?: number
  /** The timeout of a check. */
  lookMs?: number
  /** The timeout of an attempt to connect. Polling has twice as long. */
  tryMs?: number
}

/** The transports of an attempt. The second entry opens by polling and upgrades to a WebSocket. The third stays on polling. */
const ways = [['websocket', 'polling'], ['polling', 'websocket'], ['polling']]
/** A WebSocket that fails sooner is not usable in this network. */
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

/** Each attempt has a new socket, so that no old socket stays open. */
class LiveConnection implements Live {
  readonly #namespace: string
  readonly #options: Required<LiveOptions>
  readonly #listeners = new Map<string, Set<(raw: unknown) => void>>()
  #handlers: LiveHandlers | null = null
  #wanted: { readonly token: string } | null = null
  #socket: Socket | null = null
  /** Starts the next attempt. */
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Ends an attempt that takes too long. */
  #tryTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #hasNotLoaded = false
  #mayHurry = true
  /** The index into `ways` of the next attempt. */
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
      // No packet since: the connection is dead. The socket would notice this many seconds later.
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

  /** Schedules the next attempt, with exponential backoff and jitter. */
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
  // Named exports, so that the build leaves out the others.
  const load = async (): Promise<SocketIo> => {
    const { io } = await import('socket.io-client')
    return { io }
  }
  return new LiveConnection(namespace, { load, random: evenRandom, ...usual, ...options })
}

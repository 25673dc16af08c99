import type { EventEmitter } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@kismet/contracts'
import { siteOf } from '@kismet/service-kit/network'
import type { GatewayContext } from '../context.ts'
import { Places } from './places.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'

/** What is below the sockets of Socket.IO: a WebSocket, or a series of polls. */
type Connection = GatewaySocket['conn']

type Counted = 'messages' | 'bytes'

/** The use of a connection of HTTP or of Socket.IO. */
interface Conduct extends Record<Counted, number> {
  /** Bytes that the client has not read. */
  readonly waiting: () => number
  /** Too many bytes waited at the last look. */
  wasFull: boolean
  readonly close: () => void
}

/** The time in which every honest client shows its token, also when thousands come at once. */
const chanceMs = 2_000

/**
 * Closes connections that send too much or do not read. It also limits the connections without a
 * token of one site, so that one site cannot hold all places of a gateway.
 */
export class SocketGuards {
  readonly #ctx: GatewayContext
  readonly #conducts = new Map<EventEmitter, Conduct>()
  readonly #strangers: Places
  /** Ends the time of a stranger, by its connection. */
  readonly #letIn = new Map<EventEmitter, () => void>()
  #windowStartedAtMs = 0

  constructor(ctx: GatewayContext, server: HttpServer, io: GatewayIo) {
    this.#ctx = ctx
    this.#strangers = new Places(limits.sockets.strangersOfSite * ctx.config.RATE_LIMIT_FACTOR)
    server.on('upgrade', (_request, socket: Socket) => {
      this.#watch(
        socket,
        () => socket.writableLength,
        () => socket.destroy(),
      )
      // Pings and endless frames are no messages. A listener that is set at once would read before Socket.IO does.
      setImmediate(() => socket.on('data', ({ length }: Buffer) => this.#count(socket, 'bytes', length)))
    })
    io.engine.on('connection', (connection: Connection) => this.#meet(connection))
  }

  /** The connection has shown a good token. */
  letIn(connection: EventEmitter): void {
    this.#letIn.get(connection)?.()
    this.#letIn.delete(connection)
  }

  /** Runs once a second. A connection that is full twice in a row does not read. */
  look(): Promise<void> {
    const now = performance.now()
    const isNewWindow = now - this.#windowStartedAtMs >= limits.sockets.withinMs
    if (isNewWindow) this.#windowStartedAtMs = now
    for (const conduct of this.#conducts.values()) {
      const isFull = conduct.waiting() > limits.sockets.waitingBytes
      if (isFull && conduct.wasFull) this.#close('does not read', conduct)
      conduct.wasFull = isFull
      if (isNewWindow) conduct.messages = conduct.bytes = 0
    }
    return Promise.resolve()
  }

  #meet(connection: Connection): void {
    const close = () => closeNow(connection)
    const queued = { bytes: 0 }
    connection.on('packet', () => this.#count(connection, 'messages', 1))
    connection.on('packetCreate', ({ data }: { data?: unknown }) => {
      queued.bytes += typeof data === 'string' ? data.length : 0
    })
    connection.on('flush', () => (queued.bytes = 0))
    this.#watch(connection, () => queued.bytes, close)
    const site = siteOf(this.#ctx.clients.of(connection.request))
    const chance = setTimeout(() => {
      if (!this.#strangers.take(site, connection)) close()
    }, chanceMs)
    this.#letIn.set(connection, () => {
      clearTimeout(chance)
      this.#strangers.leave(site, connection)
    })
    connection.once('close', () => this.letIn(connection))
  }

  #watch(of: EventEmitter, waiting: Conduct['waiting'], close: Conduct['close']): void {
    this.#conducts.set(of, { messages: 0, bytes: 0, waiting, wasFull: false, close })
    of.once('close', () => this.#conducts.delete(of))
  }

  #count(connection: EventEmitter, what: Counted, more: number): void {
    const conduct = this.#conducts.get(connection)
    if (conduct === undefined) return
    conduct[what] += more
    if (conduct[what] > limits.sockets[what] * this.#ctx.config.RATE_LIMIT_FACTOR) this.#close(what, conduct)
  }

  #close(why: Counted | 'does not read', { close }: Conduct): void {
    this.#ctx.telemetry.connectionsClosed.inc({ why })
    close()
  }
}

/** Ends a connection at once: its client may not read a close. A series of polls has no WebSocket. */
function closeNow(connection: Connection): void {
  const { socket: webSocket } = connection.transport as unknown as { socket?: { terminate(): void } }
  connection.close(true)
  webSocket?.terminate()
}

import type { EventEmitter } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@kismet/contracts'
import type { GatewayContext } from '../context.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'

/** What is below one or several sockets of Socket.IO: a WebSocket, or a series of polls. */
type Connection = GatewaySocket['conn']

interface Conduct {
  /** In how many namespaces it is. */
  sockets: number
  messages: number
  refusals: number
}

/** Somebody for whom bytes may wait here. */
interface Reader {
  readonly waitingBytes: () => number
  readonly close: () => void
  /** Too much waited, the last time that was looked at. */
  wasFull: boolean
}

/**
 * Closes connections that are a burden, however honest their sockets look: that send too much, whatever it is, that go on after they were refused, that do not
 * read what they ask for, or that have left.
 */
export class SocketGuards {
  readonly #ctx: GatewayContext
  readonly #conducts = new Map<Connection, Conduct>()
  readonly #readers = new Map<EventEmitter, Reader>()
  #windowStartedAtMs = 0

  constructor(ctx: GatewayContext, server: HttpServer, io: GatewayIo) {
    this.#ctx = ctx
    server.on('upgrade', (_request, socket: Socket) => {
      this.#watchReader(socket, { waitingBytes: () => socket.writableLength, close: () => socket.destroy() })
    })
    io.engine.on('connection', (connection: Connection) => this.#meet(connection))
  }

  /** A socket was let in. When its client leaves the last namespace its connection is closed, which would belong to nobody and be counted nowhere. */
  joined(socket: GatewaySocket): void {
    const connection = socket.conn
    const conduct = this.#conducts.get(connection)
    if (conduct === undefined) return
    conduct.sockets += 1
    socket.once('disconnect', (reason) => {
      conduct.sockets -= 1
      if (conduct.sockets === 0 && reason === 'client namespace disconnect') closeNow(connection)
    })
  }

  /** A connection has sent a message, or one of its sockets was refused by its rate. */
  count(connection: Connection, what: 'messages' | 'refusals'): void {
    const conduct = this.#conducts.get(connection)
    if (conduct === undefined) return
    conduct[what] += 1
    if (conduct[what] > limits.sockets[what] * this.#ctx.config.RATE_LIMIT_FACTOR)
      this.#close(what, () => closeNow(connection))
  }

  /** Called once a second. Who is full twice in a row does not read. */
  look(): Promise<void> {
    this.#ctx.connections.look()
    for (const reader of this.#readers.values()) {
      const isFull = reader.waitingBytes() > limits.sockets.waitingBytes
      if (isFull && reader.wasFull) this.#close('does not read', reader.close)
      reader.wasFull = isFull
    }
    const now = performance.now()
    if (now - this.#windowStartedAtMs >= limits.sockets.withinMs) {
      this.#windowStartedAtMs = now
      for (const conduct of this.#conducts.values()) Object.assign(conduct, { messages: 0, refusals: 0 })
    }
    return Promise.resolve()
  }

  #meet(connection: Connection): void {
    const { clients, connections } = this.#ctx
    const close = () => closeNow(connection)
    // One that comes directly was counted when it was connected.
    const isCarried = clients.isProxy(connection.request.socket.remoteAddress)
    if (isCarried) connections.meet(connection, clients.of(connection.request), close)
    this.#conducts.set(connection, { sockets: 0, messages: 0, refusals: 0 })
    connection.on('packet', () => this.count(connection, 'messages'))
    const queued = { bytes: 0 }
    connection.on('packetCreate', ({ data }: { data?: unknown }) => {
      queued.bytes += typeof data === 'string' ? data.length : 0
    })
    connection.on('flush', () => (queued.bytes = 0))
    this.#watchReader(connection, { waitingBytes: () => queued.bytes, close })
    connection.once('close', () => this.#conducts.delete(connection))
  }

  #watchReader(of: EventEmitter, reader: Omit<Reader, 'wasFull'>): void {
    this.#readers.set(of, { ...reader, wasFull: false })
    of.once('close', () => this.#readers.delete(of))
  }

  #close(why: 'refusals' | 'messages' | 'does not read', close: () => void): void {
    this.#ctx.telemetry.connectionsClosed.inc({ why })
    close()
  }
}

/** Ends a connection without waiting for its client, who may not read that it should close its own side. */
function closeNow(connection: Connection): void {
  const { request } = connection
  connection.close(true)
  // Polls of other clients may be on the same connection of a proxy; a WebSocket has one of its own.
  if (request.headers.upgrade !== undefined) request.socket.destroy()
}

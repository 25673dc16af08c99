import type { EventEmitter } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@kismet/contracts'
import type { GatewayContext } from '../context.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'

/** What is below one or several sockets of Socket.IO: a WebSocket, or a series of polls. */
type Connection = GatewaySocket['conn']

type Counted = 'messages' | 'refusals' | 'bytes'

/** How one of them behaves, over HTTP's own connection or over Socket.IO's. */
interface Conduct extends Record<Counted, number> {
  /** In how many namespaces it is. */
  sockets: number
  /** Bytes that wait here to be read by the client. */
  readonly waiting: () => number
  /** Too much waited, the last time that was looked at. */
  wasFull: boolean
  readonly close: () => void
}

/**
 * Closes connections that are a burden, however honest their sockets look: that send too much, whatever it is, that go on after they were refused, that do not
 * read what they ask for, that ask to be let in twice, or that have left.
 */
export class SocketGuards {
  readonly #ctx: GatewayContext
  readonly #conducts = new Map<EventEmitter, Conduct>()
  #windowStartedAtMs = 0

  constructor(ctx: GatewayContext, server: HttpServer, io: GatewayIo) {
    this.#ctx = ctx
    server.on('upgrade', (_request, socket: Socket) => {
      this.#watch(
        socket,
        () => socket.writableLength,
        () => socket.destroy(),
      )
      // Nothing else tells of frames that are no message: pings, parts of what never ends. Listened for at once, what comes would be read before Socket.IO does.
      setImmediate(() => socket.on('data', ({ length }: Buffer) => this.count(socket, 'bytes', length)))
    })
    io.engine.on('connection', (connection: Connection) => this.#meet(connection))
  }

  /** A socket was let in. When its client leaves the last namespace its connection is closed, which would belong to nobody and be counted nowhere. */
  joined(socket: GatewaySocket): void {
    const conduct = this.#conducts.get(socket.conn)
    if (conduct === undefined) return
    conduct.sockets += 1
    socket.once('disconnect', (reason) => {
      conduct.sockets -= 1
      if (conduct.sockets === 0 && reason === 'client namespace disconnect') conduct.close()
    })
  }

  /** A connection asks for a namespace that it is in or waits for, as no client does: each socket more would be counted nowhere. */
  askedTwice(connection: EventEmitter): void {
    const conduct = this.#conducts.get(connection)
    if (conduct !== undefined) this.#close('asks twice', conduct)
  }

  /** A connection has sent a message or so many bytes, or one of its sockets was refused by its rate. */
  count(connection: EventEmitter, what: Counted, more = 1): void {
    const conduct = this.#conducts.get(connection)
    if (conduct === undefined) return
    conduct[what] += more
    if (conduct[what] > limits.sockets[what] * this.#ctx.config.RATE_LIMIT_FACTOR) this.#close(what, conduct)
  }

  /** Called once a second. Who is full twice in a row does not read. */
  look(): Promise<void> {
    this.#ctx.strangerSockets.look()
    const now = performance.now()
    const isNewWindow = now - this.#windowStartedAtMs >= limits.sockets.withinMs
    if (isNewWindow) this.#windowStartedAtMs = now
    for (const conduct of this.#conducts.values()) {
      const isFull = conduct.waiting() > limits.sockets.waitingBytes
      if (isFull && conduct.wasFull) this.#close('does not read', conduct)
      conduct.wasFull = isFull
      if (isNewWindow) Object.assign(conduct, counts())
    }
    return Promise.resolve()
  }

  #meet(connection: Connection): void {
    const { clients, strangerSockets } = this.#ctx
    const close = () => closeNow(connection)
    strangerSockets.meet(connection, clients.of(connection.request), close)
    connection.on('packet', () => this.count(connection, 'messages'))
    const queued = { bytes: 0 }
    connection.on('packetCreate', ({ data }: { data?: unknown }) => {
      queued.bytes += typeof data === 'string' ? data.length : 0
    })
    connection.on('flush', () => (queued.bytes = 0))
    this.#watch(connection, () => queued.bytes, close)
  }

  #watch(of: EventEmitter, waiting: Conduct['waiting'], close: Conduct['close']): void {
    this.#conducts.set(of, { sockets: 0, ...counts(), waiting, wasFull: false, close })
    of.once('close', () => this.#conducts.delete(of))
  }

  #close(why: Counted | 'does not read' | 'asks twice', { close }: Conduct): void {
    this.#ctx.telemetry.connectionsClosed.inc({ why })
    close()
  }
}

const counts = (): Record<Counted, number> => ({ messages: 0, refusals: 0, bytes: 0 })

/** Ends a connection without waiting for its client, who may not read that it should close its own side. One of polls has none of its own to end. */
function closeNow(connection: Connection): void {
  const { socket: webSocket } = connection.transport as unknown as { socket?: { terminate(): void } }
  connection.close(true)
  webSocket?.terminate()
}

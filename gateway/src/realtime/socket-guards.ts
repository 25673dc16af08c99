import type { EventEmitter } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { siteOf } from '@kismet/service-kit/network'
import type { GatewayContext } from '../context.ts'
import { Places } from './places.ts'
import { insideOf } from './direct-socket.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'
import { socketLimits } from './socket-limits.ts'

/** What is below the sockets of Socket.IO: a WebSocket, or a series of polls. */
type Connection = GatewaySocket['conn']

/** The use of a connection of HTTP or of Socket.IO. */
interface Conduct {
  messages: number
  bytes: number
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
  readonly #conducts = new Set<Conduct>()
  readonly #strangers: Places
  readonly #known = new WeakSet<Connection>()
  #windowStartedAtMs = 0

  constructor(ctx: GatewayContext, server: HttpServer, io: GatewayIo) {
    this.#ctx = ctx
    this.#strangers = new Places(socketLimits.strangersOfSite * ctx.config.RATE_LIMIT_FACTOR)
    server.on('upgrade', (_request, socket: Socket) => {
      const waiting = () => socket.writableLength
      const count = this.#watch(socket, waiting, () => socket.destroy())
      // Pings and endless frames are no messages. A listener that is set at once would read before Socket.IO does.
      setImmediate(() => socket.on('data', ({ length }: Buffer) => count('bytes', length)))
    })
    io.engine.on('connection', (connection: Connection) => {
      const close = () => closeNow(connection)
      const count = this.#watch(connection, () => queuedBytes(connection), close)
      connection.on('packet', () => count('messages', 1))
      setTimeout(() => {
        if (connection.readyState === 'closed' || this.#known.has(connection)) return
        if (!this.#strangers.take(this.#siteOf(connection), connection)) close()
      }, chanceMs).unref()
    })
  }

  /** The connection has shown a good token. */
  letIn(connection: Connection): void {
    this.#known.add(connection)
    this.#strangers.leave(this.#siteOf(connection), connection)
  }

  /** Runs once a second. A connection that is full twice in a row does not read. */
  look(): Promise<void> {
    const now = performance.now()
    const isNewWindow = now - this.#windowStartedAtMs >= socketLimits.withinMs
    if (isNewWindow) this.#windowStartedAtMs = now
    for (const conduct of this.#conducts) {
      const isFull = conduct.waiting() > socketLimits.waitingBytes
      if (isFull && conduct.wasFull) conduct.close()
      conduct.wasFull = isFull
      if (isNewWindow) conduct.messages = conduct.bytes = 0
    }
    return Promise.resolve()
  }

  /** Ends all connections at once. */
  end(): void {
    for (const conduct of this.#conducts) conduct.close()
  }

  #siteOf({ request }: Connection): string {
    return siteOf(this.#ctx.clients.of(request))
  }

  /** @returns what counts its messages and bytes, and closes it when they are too many of one window */
  #watch(of: EventEmitter, waiting: Conduct['waiting'], close: Conduct['close']) {
    const conduct = { messages: 0, bytes: 0, waiting, wasFull: false, close }
    this.#conducts.add(conduct)
    of.once('close', () => this.#conducts.delete(conduct))
    return (what: 'messages' | 'bytes', more: number): void => {
      conduct[what] += more
      if (conduct[what] > socketLimits[what] * this.#ctx.config.RATE_LIMIT_FACTOR) close()
    }
  }
}

function queuedBytes(connection: Connection): number {
  let bytes = 0
  for (const { data } of insideOf(connection).writeBuffer) bytes += typeof data === 'string' ? data.length : 0
  return bytes
}

/** Ends a connection at once: its client may not read a close. A series of polls has no WebSocket. */
function closeNow(connection: Connection): void {
  const webSocket = insideOf(connection).transport.socket
  connection.close(true)
  webSocket?.terminate()
}

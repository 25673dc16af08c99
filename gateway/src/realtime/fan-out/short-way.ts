import { Socket } from 'node:net'
import type { GatewaySocket } from '../socket-types.ts'

const open = 1
const finalText = 0x81
const finalPing = 0x89

/**
 * What the short way touches of ws (8) and engine.io (6.6) and they do not publish. Their versions are pinned, and what is not found as described here is written
 * to in the ordinary way.
 */
interface Transport {
  readonly name: string
  readonly writable: boolean
  readonly socket?: WebSocket
}

interface Connection {
  readonly transport: Transport
  readonly writeBuffer: unknown
}

export interface WebSocket {
  readonly readyState: number
  /** Empty: nothing is compressed. */
  readonly extensions: string
  readonly _socket?: unknown
  on(event: 'pong', listener: () => void): void
}

/** The ways past the layers between an event and the network of one socket, which has another one when its transport is another. */
export class ShortWay {
  readonly #connection: Connection
  #transport: Transport | undefined
  #found: { readonly webSocket: WebSocket; readonly raw: Socket } | undefined

  constructor(socket: GatewaySocket) {
    this.#connection = socket.conn as unknown as Connection
  }

  /** The WebSocket that is used now, where there is a way. */
  get webSocket(): WebSocket | undefined {
    return this.#found?.webSocket
  }

  /**
   * The connection below a WebSocket that is open and of which everything that was said before has left engine.io and ws: what is written to it now comes next.
   * Undefined where there is none at this moment.
   */
  open(): Socket | undefined {
    const { transport, writeBuffer } = this.#connection
    if (transport !== this.#transport) {
      this.#transport = transport
      this.#found = partsOf(transport)
    }
    const isFree = transport.writable && Array.isArray(writeBuffer) && writeBuffer.length === 0
    return isFree && this.#found?.webSocket.readyState === open ? this.#found.raw : undefined
  }
}

function partsOf({ name, socket: webSocket }: Transport) {
  const raw = webSocket?._socket
  if (name !== 'websocket' || webSocket?.extensions !== '' || !(raw instanceof Socket)) return undefined
  return { webSocket, raw }
}

/** An event of the default namespace as the one frame that a WebSocket carries: header and payload together. */
export function eventFrame(event: string, payload: unknown): Buffer {
  return frame(finalText, Buffer.from(`42${JSON.stringify([event, payload])}`))
}

/** Every client of a WebSocket answers it by itself. */
export const pingFrame = frame(finalPing, Buffer.alloc(0))

function frame(kind: number, body: Buffer): Buffer {
  return Buffer.concat([header(kind, body.length), body])
}

function header(kind: number, length: number): Buffer {
  if (length < 126) return Buffer.from([kind, length])
  const isShort = length < 65_536
  const head = Buffer.alloc(isShort ? 4 : 10)
  head[0] = kind
  head[1] = isShort ? 126 : 127
  if (isShort) head.writeUInt16BE(length, 2)
  else head.writeUIntBE(length, 4, 6)
  return head
}

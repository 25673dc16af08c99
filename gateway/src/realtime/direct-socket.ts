import { Socket } from 'node:net'
import type { GatewaySocket } from './socket-types.ts'

const open = 1
const finalText = 0x81

/**
 * Internal fields of ws (8) and engine.io (6.6). The versions are pinned.
 */
interface Inside {
  readonly transport: {
    readonly name: string
    readonly writable: boolean
    readonly socket?: {
      readonly readyState: number
      /** Empty without compression. */
      readonly extensions: string
      readonly _socket?: unknown
      terminate(): void
    }
  }
  /** What waits for the network, packet by packet. */
  readonly writeBuffer: readonly { readonly data?: unknown }[]
}

export const insideOf = (connection: GatewaySocket['conn']): Inside => connection as unknown as Inside

/**
 * The network connection below an open WebSocket, when the layers between hold no data: a frame
 * that is written there comes next.
 * @returns undefined for a poll, or while data waits in the layers between
 */
export function directSocketOf({ conn }: GatewaySocket): Socket | undefined {
  const { transport, writeBuffer } = insideOf(conn)
  const { name, writable, socket: webSocket } = transport
  const isFree = name === 'websocket' && writable && writeBuffer.length === 0
  if (!isFree || webSocket?.readyState !== open || webSocket.extensions !== '') return undefined
  return webSocket._socket instanceof Socket ? webSocket._socket : undefined
}

/** An event of the default namespace as one frame of a WebSocket: header and payload. */
export function eventFrame(event: string, payload: unknown): Buffer {
  const body = Buffer.from(`42${JSON.stringify([event, payload])}`)
  return Buffer.concat([header(body.length), body])
}

/** The header of a text frame (RFC 6455, section 5.2). */
function header(length: number): Buffer {
  if (length < 126) return Buffer.from([finalText, length])
  const isShort = length < 65_536
  const head = Buffer.alloc(isShort ? 4 : 10)
  head[0] = finalText
  head[1] = isShort ? 126 : 127
  if (isShort) head.writeUInt16BE(length, 2)
  else head.writeUIntBE(length, 4, 6)
  return head
}

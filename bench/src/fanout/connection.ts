import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** Raw `ws` sends ticks at once; Socket.IO wants to be joined first. */
export type Protocol = 'ws' | 'socket.io'

export interface Target {
  readonly port: number
  readonly protocol: Protocol
}

const paths: Record<Protocol, string> = { ws: '/', 'socket.io': '/socket.io/?EIO=4&transport=websocket' }
const upgradeOf = (protocol: Protocol) =>
  [
    `GET ${paths[protocol]} HTTP/1.1`,
    'Host: bench',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    '',
    '',
  ].join('\r\n')

const finalText = 0x81
const finalPing = 0x89
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const engineOpen = 0x30
const enginePing = 0x32
const enginePong = textFrame('3')
const room = 64 * 1024
/** All connections of this process read into it, one after the other. */
const buffer = Buffer.alloc(room)

/** A text as a frame of a client, masked with zeros; up to 65,535 bytes. */
export function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const { length } = body
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([finalText, ...size, 0, 0, 0, 0]), body])
}

/** A WebSocket made by hand: it parses frames where they lie and makes nothing of them that nobody asks for. */
export class Connection {
  readonly #socket: Socket
  readonly #hear: (bytes: Buffer, start: number, end: number) => void
  readonly #joined = Promise.withResolvers<undefined>()
  readonly #join: Buffer | undefined
  #isOpen = false
  #rest: Buffer | undefined

  /** @param hear gets each message of Socket.IO, or text of `ws`, as a part of a buffer that is used again */
  constructor({ port, protocol }: Target, token: string, hear: (bytes: Buffer, start: number, end: number) => void) {
    this.#hear = hear
    this.#join = protocol === 'ws' ? undefined : textFrame(`40${token === '' ? '' : JSON.stringify({ token })}`)
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (count: number) => {
          this.#read(count)
          return true
        },
      },
    })
    this.#socket.on('error', (error) => this.#joined.reject(error))
    this.#socket.on('close', () => this.#joined.reject(new Error('A connection was closed')))
    this.#socket.write(upgradeOf(protocol))
  }

  /** Waits until it gets ticks. @throws Error when it is refused */
  joined(): Promise<undefined> {
    return this.#joined.promise
  }

  send(frame: Buffer): void {
    this.#socket.write(frame)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(count: number): void {
    const isWhole = this.#rest === undefined
    const bytes = this.#rest === undefined ? buffer : Buffer.concat([this.#rest, buffer.subarray(0, count)])
    const end = isWhole ? count : bytes.length
    const done = this.#isOpen ? this.#frames(bytes, 0, end) : this.#head(bytes, end)
    this.#rest = done < end ? Buffer.from(bytes.subarray(done, end)) : undefined
  }

  /** The head of the answer to the upgrade. */
  #head(bytes: Buffer, end: number): number {
    const headEnd = bytes.subarray(0, end).indexOf('\r\n\r\n')
    if (headEnd === -1) return 0
    this.#isOpen = true
    if (this.#join === undefined) this.#joined.resolve(undefined)
    return this.#frames(bytes, headEnd + 4, end)
  }

  /** @returns where the first frame begins that is not whole */
  #frames(bytes: Buffer, from: number, end: number): number {
    let start = from
    for (;;) {
      if (end - start < 2) return start
      const size = bytes[start + 1] ?? 0
      const head = size === 126 ? 4 : 2
      if (end - start < head) return start
      const length = size === 126 ? bytes.readUInt16BE(start + 2) : size
      if (end - start < head + length) return start
      this.#frame(bytes, bytes[start] ?? 0, start + head, start + head + length)
      start += head + length
    }
  }

  #frame(bytes: Buffer, kind: number, start: number, end: number): void {
    if (kind === finalPing) this.send(pong)
    if (kind !== finalText) return
    if (bytes[start] === enginePing) this.send(enginePong)
    else if (bytes[start] === engineOpen && this.#join !== undefined) this.send(this.#join)
    else if (bytes[start + 1] === engineOpen) this.#joined.resolve(undefined)
    else if (bytes[start + 1] === 0x34) this.#joined.reject(new Error(bytes.toString('utf8', start, end)))
    else this.#hear(bytes, start, end)
  }
}

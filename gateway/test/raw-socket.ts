import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { socketPath } from '@kismet/contracts'

const open = new Set<Socket>()

/** Ends those that the tests of a file have left open. */
export function closeRawSockets(): void {
  for (const socket of open) socket.destroy()
  open.clear()
}

/** A bare TCP connection to a gateway. */
export async function rawSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  open.add(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** What comes until the connection ends. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(socket, 'close')
  return text
}

const upgrade = [
  `GET ${socketPath}/?EIO=4&transport=websocket HTTP/1.1`,
  'Host: gateway',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '',
  '',
].join('\r\n')

/** A text as a frame of a WebSocket, masked with zeros. Up to 65,535 bytes. */
export function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const length =
    body.length < 126
      ? Buffer.from([0x80 | body.length])
      : Buffer.from([0x80 | 126, body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), body])
}

/** A WebSocket to the namespace of players, made by hand: it reads until it is let in, and from then on only what it is told to. */
export async function rawPlayer(port: number, token: string): Promise<Socket> {
  const socket = await rawSocket(port)
  let heard = ''
  const letIn = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      if (heard.includes('40{"sid"')) resolve()
    })
  })
  socket.write(upgrade)
  socket.write(frame(`40${JSON.stringify({ token })}`))
  await letIn
  socket.removeAllListeners('data')
  socket.pause()
  return socket
}

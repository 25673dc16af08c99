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

const upgrade = (query = '') =>
  [
    `GET ${socketPath}/?EIO=4&transport=websocket${query} HTTP/1.1`,
    'Host: gateway',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    '',
    '',
  ].join('\r\n')

/** What comes on a connection, until it matches. */
function heardOn(socket: Socket, what: RegExp): Promise<RegExpExecArray> {
  let heard = ''
  return new Promise((resolve) => {
    const onData = (chunk: Buffer) => {
      const found = what.exec((heard += chunk.toString('latin1')))
      if (found === null) return
      socket.off('data', onData)
      resolve(found)
    }
    socket.on('data', onData)
  })
}

/** A text as a frame of a WebSocket, masked with zeros. Up to 65,535 bytes. */
export function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const length =
    body.length < 126
      ? Buffer.from([0x80 | body.length])
      : Buffer.from([0x80 | 126, body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), body])
}

/** What asks to be let into a namespace, that of players by default. */
export const asking = (token: string, namespace = '/'): Buffer => frame(`40${namespace},${JSON.stringify({ token })}`)

/** A WebSocket made by hand that has asked for no namespace yet. */
export async function rawWebSocket(port: number): Promise<Socket> {
  const socket = await rawSocket(port)
  const isOpen = heardOn(socket, /0\{"sid"/)
  socket.write(upgrade())
  await isOpen
  return socket
}

/** A WebSocket to the namespace of players, made by hand: it reads until it is let in, and from then on only what it is told to. */
export async function rawPlayer(port: number, token: string): Promise<Socket> {
  const socket = await rawWebSocket(port)
  const letIn = heardOn(socket, /40\{"sid"/)
  socket.write(asking(token))
  await letIn
  socket.pause()
  return socket
}

/** A player who joins by polls, all on one connection. */
export async function polledPlayer(
  port: number,
  token: string,
): Promise<{ send: (packet: string) => Promise<unknown>; session: string }> {
  const socket = await rawSocket(port)
  const poll = async (query: string, body: string | undefined, answer: RegExp) => {
    const heard = heardOn(socket, answer)
    const [method, length] = body === undefined ? ['GET', 0] : ['POST', body.length]
    const line = `${method} ${socketPath}/?EIO=4&transport=polling${query} HTTP/1.1`
    socket.write(`${line}\r\nHost: gateway\r\nContent-Length: ${length}\r\n\r\n${body ?? ''}`)
    return heard
  }
  const [, sid = ''] = await poll('', undefined, /"sid":"([\w-]+)"/)
  const session = `&sid=${sid}`
  const send = (packet: string) => poll(session, packet, /ok$/)
  await send(`40${JSON.stringify({ token })}`)
  await poll(session, undefined, /40\{"sid"/)
  return { send, session }
}

/** Goes over to a WebSocket of its own, which then reads and answers nothing. */
export async function upgraded(port: number, session: string): Promise<Socket> {
  const socket = await rawSocket(port)
  const probed = heardOn(socket, /3probe/)
  socket.write(upgrade(session))
  socket.write(frame('2probe'))
  await probed
  socket.write(frame('5'))
  return socket
}

/** A WebSocket made by hand that has been let in, and the texts that its frames carried so far. */
export interface Heard {
  readonly socket: Socket
  readonly texts: string[]
}

/** Reads the short frames of a server, which come whole or in parts. */
export function heard(socket: Socket): Heard {
  const texts: string[] = []
  let chunks: Buffer[] = []
  let bytes = 0
  let wanted = 2
  // Chunks are joined once for a frame, not each with all before it: a frame of megabytes comes in hundreds.
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < wanted) return
    let left = Buffer.concat(chunks)
    for (;;) {
      const [kind = 0, length = 0] = left
      const head = length === 127 ? 10 : length === 126 ? 4 : 2
      const size =
        left.length < head ? 0 : length === 127 ? left.readUIntBE(4, 6) : length === 126 ? left.readUInt16BE(2) : length
      wanted = Math.max(2, head + size)
      if (left.length < wanted) break
      if (kind === 0x81) texts.push(left.toString('utf8', head, wanted))
      left = left.subarray(wanted)
    }
    chunks = [left]
    bytes = left.length
  })
  socket.resume()
  return { socket, texts }
}

/** @jest-environment node */
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { createServer, request } from 'node:http'
import type { AddressInfo, Socket as Line } from 'node:net'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { gameChange, socketEvents, socketPath } from '@kismet/contracts'
import { Server } from 'socket.io'
import type { Live } from './live-connection.ts'
import { liveConnection } from './live-connection.ts'

interface Upgrade {
  readonly port: number
  readonly asked: IncomingMessage
  readonly client: Duplex
}

const portOf = (server: HttpServer): number => (server.address() as AddressInfo).port
const listen = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

/** Carries the upgrade to the server. */
function carried({ port, asked, client }: Upgrade): Line {
  const line = connect(port, '127.0.0.1')
  const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  line.write(`GET ${asked.url ?? '/'} HTTP/1.1\r\n${headers.join('')}\r\n`)
  client.on('error', () => line.destroy())
  client.on('close', () => line.destroy())
  line.on('error', () => client.destroy())
  return line
}

/** Carries so many pieces of the server's answer, and then stops in both directions. */
function carriesOnly(pieces: number): (upgrade: Upgrade) => void {
  return (upgrade) => {
    const line = carried(upgrade)
    let left = pieces
    line.on('data', (piece) => {
      if (left-- > 0) upgrade.client.write(piece)
    })
    upgrade.client.on('data', (piece: Buffer) => {
      if (left > 0) line.write(piece)
    })
  }
}

const kinds: { name: string; upgrade: (upgrade: Upgrade) => void }[] = [
  { name: 'the handshake has no answer', upgrade: () => undefined },
  { name: 'no message passes after the handshake', upgrade: carriesOnly(1) },
  { name: 'the messages end once the session is let in', upgrade: carriesOnly(3) },
  {
    name: 'the proxy closes at once',
    upgrade: (upgrade) => {
      carried(upgrade).once('data', (piece: Buffer) => {
        const handshake = piece.subarray(0, piece.indexOf('\r\n\r\n') + 4)
        upgrade.client.end(handshake)
      })
    },
  },
  {
    name: 'the proxy closes once the session is let in',
    upgrade: (upgrade) => {
      let left = 2
      carried(upgrade).on('data', (piece) => {
        if (left-- > 0) upgrade.client.write(piece)
        else upgrade.client.destroy()
      })
      upgrade.client.on('data', () => undefined)
    },
  },
  {
    name: 'the answer is 200',
    upgrade: ({ client }) => void client.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
  },
  {
    name: 'the answer is 403',
    upgrade: ({ client }) => void client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
  },
  { name: 'the line is reset', upgrade: ({ client }) => void client.destroy() },
]

let http: HttpServer
let server: Server
let proxy: HttpServer
let live: Live
let lines: Duplex[]

beforeEach(async () => {
  http = createServer()
  server = new Server(http, { path: socketPath })
  await listen(http)
  lines = []
})

afterEach(async () => {
  live.close()
  for (const line of lines) line.destroy()
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
  await server.close()
})

/** A proxy that carries all but WebSockets. */
async function proxied(upgrade: (upgrade: Upgrade) => void): Promise<string> {
  const port = portOf(http)
  proxy = createServer((asked, answer) => {
    const { method, url, headers } = asked
    const sent = request({ port, host: '127.0.0.1', method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    sent.on('error', () => answer.destroy())
    asked.pipe(sent)
  })
  proxy.on('upgrade', (asked, client) => {
    lines.push(client)
    client.on('error', () => client.destroy())
    upgrade({ port, asked, client })
  })
  await listen(proxy)
  return `http://127.0.0.1:${portOf(proxy)}/`
}

it.each(kinds)('the live connection works where $name', async ({ upgrade }) => {
  const url = await proxied(upgrade)
  const heard = Promise.withResolvers<number>()
  server.on('connection', (socket) => {
    socket.on(gameChange.event, (_: unknown, answer: (reply: unknown) => void) => {
      answer({ success: true })
      socket.emit(socketEvents.onlineUpdate.event, { count: 3 })
    })
  })
  live = liveConnection(url, { firstDelayMs: 0, tryMs: 1_500, deadlineMs: 1_500 })
  live.on(socketEvents.onlineUpdate, ({ count }) => heard.resolve(count))
  const ask = async (): Promise<void> => {
    await live.emit(gameChange, { gameName: 'Dice' })
  }
  live.handle({
    up: () => void ask(),
    down: () => undefined,
    ended: () => undefined,
    notLoaded: () => undefined,
    clock: () => undefined,
  })
  live.open('token')
  expect(await heard.promise).toBe(3)
})

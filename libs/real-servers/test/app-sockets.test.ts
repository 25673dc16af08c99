import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createAppServer } from '../src/app-server.ts'

const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
const lingerMs = 10_000
const upgradeTimeoutMs = 10_000

let gateway: Server
let app: Server
/** What the gateway does when it is asked for a WebSocket, by the end of the path. */
const gatewayDoes: Record<string, (socket: Duplex) => void> = {
  closed: (socket) => socket.end(switching),
  refused: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
  torn: (socket) => socket.destroy(),
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  // It breaks off whatever has a body.
  gateway = createServer((request) => request.socket.destroy())
  gateway.on('upgrade', ({ url = '' }, socket) => gatewayDoes[url.split('/').at(-1) ?? '']?.(socket))
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const gatewayUrl = `http://127.0.0.1:${portOf(gateway)}`
  app = createAppServer({ appFolder: import.meta.dirname, gatewayUrl, passesAdminCalls: false })
  await once(app.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => void jest.useRealTimers())
afterAll(async () => {
  for (const server of [app, gateway]) {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
})

/** A client, and its connection as the app server has it. */
async function client(text: string): Promise<{ socket: Socket; held: Socket }> {
  const met = once(app, 'connection') as Promise<[Socket]>
  const socket = connect({ port: portOf(app), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.write(text)
  return { socket, held: (await met)[0] }
}

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: app\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`

/** The server's own timers stand still until they are told the time; those of HTTP and the system go on. */
const stopTimers = () =>
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] })

describe('a WebSocket', () => {
  it.each(['/socket.io/closed', '/socket.io/refused', '/socket.io/torn', '/other'])(
    'to %s holds no connection once it is over, whatever its client still sends',
    async (path) => {
      const { socket, held } = await client(upgrade(path))
      // As a browser does: it answers the close that it was sent, when nobody reads any more.
      socket.resume().once('end', () => socket.end('closed'))
      await once(held, 'close')
    },
  )

  it('that the gateway does not answer is given up', async () => {
    stopTimers()
    const asked = Promise.withResolvers<undefined>()
    gatewayDoes.silent = (socket) => {
      socket.resume().once('end', () => socket.end())
      asked.resolve(undefined)
    }
    const { held } = await client(upgrade('/socket.io/silent'))
    await asked.promise
    jest.advanceTimersByTime(upgradeTimeoutMs)
    await once(held, 'close')
  })

  /** Goes on writing until it is known that nobody is there; a side that has only ended would still take it. */
  const untilGone = async (socket: Duplex) => {
    const writing = setInterval(() => socket.write('late'), 10)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(writing)
  }

  it('whose client broke off leaves nothing open at the gateway', async () => {
    const carried = Promise.withResolvers<Duplex>()
    gatewayDoes.stays = (socket) => {
      socket.on('error', () => undefined).write(switching)
      carried.resolve(socket)
    }
    const { socket } = await client(upgrade('/socket.io/stays'))
    await once(socket, 'data')
    socket.resetAndDestroy()
    await untilGone(await carried.promise)
  })

  it('whose client left before the gateway answered leaves nothing open there', async () => {
    const carried = Promise.withResolvers<Duplex>()
    gatewayDoes.late = (socket) => carried.resolve(socket.on('error', () => undefined))
    const { socket, held } = await client(upgrade('/socket.io/late'))
    const atGateway = await carried.promise
    const gone = new Promise((resolve) => held.once('close', resolve))
    socket.resetAndDestroy()
    await gone
    atGateway.write(switching)
    await untilGone(atGateway)
  })
})

describe('a body that drips', () => {
  const unfinished = (path: string) => `POST ${path} HTTP/1.1\r\nHost: app\r\nContent-Length: 100\r\n\r\n{`

  it.each([
    ['/api/login', 503],
    ['/deposit', 404],
  ])('to %s is answered %i and does not hold its connection', async (path, status) => {
    stopTimers()
    const { socket, held } = await client(unfinished(path))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain(`HTTP/1.1 ${status} `)
    expect(held.destroyed).toBe(false)
    const closed = once(held, 'close')
    socket.resume().write('x')
    jest.advanceTimersByTime(lingerMs)
    await closed
  })
})

it('an answer that the client does not read holds its connection for a limited time', async () => {
  const { timeout } = app
  app.timeout = timeout / 300
  const { socket, held } = await client('')
  socket.pause().write('GET /app-sockets.test.ts HTTP/1.1\r\nHost: app\r\n\r\n'.repeat(2_000))
  await once(held, 'close')
  app.timeout = timeout
})

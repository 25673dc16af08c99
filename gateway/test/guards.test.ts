import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { listDicePlays, NoInput, requestRates, sendSupportMessage, socketPath, timeSync } from '@kismet/contracts'
import type { SocketCommandShape } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { listenOn } from '@kismet/service-kit/http-app'
import { eventually } from '@kismet/test-env/eventually'
import { openSocketServer } from '../src/realtime/socket-server.ts'
import { ask, Network, post } from './network.ts'
import type { RunningGateway } from './network.ts'
import {
  asking,
  closeRawSockets,
  frame,
  heard,
  polledPlayer,
  rawPlayer,
  rawSocket,
  rawWebSocket,
  readToEnd,
  upgraded,
} from './raw-socket.ts'
import { Tab } from './socket-client.ts'
import { z } from 'zod'
import { socketLimits } from '../src/realtime/socket-limits.ts'

let network: Network
const tabs: Tab[] = []
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  network = await Network.create()
})

afterAll(async () => {
  closeRawSockets()
  for (const tab of tabs) tab.close()
  for (const close of closing) await close()
  await network.close()
})

/** An operation with a long answer. */
const readAll = {
  subject: listDicePlays.subject,
  callers: ['gateway'],
  access: 'player',
  input: NoInput,
  output: z.object({ text: z.string() }),
  errors: [],
} as const

/** Asks for it, and gets it twice: as the acknowledgement and as an event. */
const read: SocketCommandShape = {
  event: 'test:read',
  from: 'players',
  payload: NoInput,
  output: readAll.output,
  answer: 'test:text',
  errors: [],
  rate: 'command',
  operation: readAll,
}

function opened(gateway: RunningGateway, token: string): Promise<Tab> {
  const tab = new Tab(gateway, token)
  tabs.push(tab)
  return tab.connected()
}

const metric = async (gateway: RunningGateway, line: string) => {
  const { body } = await ask(`http://127.0.0.1:${gateway.running.internalPort}/metrics`)
  return String(body.text).includes(line)
}

describe('a socket', () => {
  it('is closed when it keeps sending after a refusal', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.1' })
    const tab = await opened(gateway, (await network.player()).token)
    for (let nth = 0; nth < socketLimits.messages / 10 && tab.closedBecause === undefined; nth += 1)
      await tab.ask(timeSync.event).catch(() => undefined)
    await eventually('it is closed', () => tab.closedBecause !== undefined)
  })

  it('is closed when it floods the gateway with unknown messages', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.1' })
    const socket = await rawPlayer(gateway.running.port, (await network.player()).token)
    for (let nth = 0; nth < socketLimits.messages; nth += 1) socket.write(frame('40/nowhere,'))
    await readToEnd(socket.resume())
  })

  it.each([
    { what: 'pings', frames: Buffer.from([0x89, 0x80, 0, 0, 0, 0]) },
    { what: 'pongs', frames: Buffer.from([0x8a, 0x80, 0, 0, 0, 0]) },
    {
      what: 'parts of a message',
      begun: Buffer.from([0x01, 0x80, 0, 0, 0, 0]),
      frames: Buffer.from([0, 0x80, 0, 0, 0, 0]),
    },
  ])('that sends empty $what without an end is closed', async ({ begun = Buffer.alloc(0), frames }) => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.1' })
    const socket = await rawPlayer(gateway.running.port, (await network.player()).token)
    socket.write(Buffer.concat([begun, ...Array<Buffer>(Math.ceil(socketLimits.bytes / 10 / 6) + 1).fill(frames)]))
    await readToEnd(socket.resume())
  })

  it('is closed for a flood after an upgrade from polling, even if its client answers nothing', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.1' })
    const { session } = await polledPlayer(gateway.running.port, (await network.player()).token)
    const socket = await upgraded(gateway.running.port, session)
    for (let nth = 0; nth < socketLimits.messages / 10 + 3; nth += 1) socket.write(frame('40/nowhere,'))
    await readToEnd(socket.resume())
  })

  it('is the only one of its connection: one of 20 simultaneous requests is accepted', async () => {
    const gateway = await network.gateway()
    const socket = await rawWebSocket(gateway.running.port)
    const { texts } = heard(socket)
    socket.write(Buffer.concat(Array<Buffer>(20).fill(asking((await network.player()).token))))
    await eventually('all are answered', () => texts.filter((text) => /^4[04]{/.test(text)).length === 20)
    expect(texts.filter((text) => text.startsWith('40{'))).toHaveLength(1)
    expect(await metric(gateway, 'gateway_sockets{audience="players"} 1')).toBe(true)
  })

  it('that asks and never reads is closed', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '100000' })
    network.bus('dice-slots').serve([handle(readAll, () => Promise.resolve({ text: 'a'.repeat(100_000) }))], undefined)
    const server = createServer()
    const timing = { beatEveryMs: 60_000, countEveryMs: 60_000, sweepEveryMs: 60_000, lookEveryMs: 20 }
    const sockets = openSocketServer(gateway.running.context, server, timing, [read])
    closing.push(() => sockets.close())
    const port = await listenOn(server, '127.0.0.1', 0)
    const socket = await rawPlayer(port, (await network.player()).token)
    const asks = frame(`421["${read.event}",{}]`)
    for (let nth = 0; nth < 150; nth += 1) socket.write(asks)
    await eventually('it is closed', () => {
      if (socket.writable) socket.write(asks)
      return socket.destroyed
    })
  })
})

describe('sockets that show no token', () => {
  it('are a limited number from one address, beside those with a token', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.05' })
    const own: Tab[] = []
    for (let nth = 0; nth < 4; nth += 1) own.push(await opened(gateway, (await network.player()).token))
    const url = `${gateway.url.replace('http', 'ws')}${socketPath}/?EIO=4&transport=websocket`
    const silent = Array.from({ length: socketLimits.strangersOfSite * 0.05 + 2 }, () => new WebSocket(url))
    const states = () => silent.map(({ readyState }) => readyState)
    await eventually('all are open', () => states().every((state) => state === WebSocket.OPEN))
    await eventually('some are closed', () => states().filter((state) => state === WebSocket.CLOSED).length === 2)
    expect(own.map((tab) => tab.socket.connected)).toEqual([true, true, true, true])
    for (const socket of silent) socket.close()
  })
})

describe('a JSON body', () => {
  it('that does not come in time is refused', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.05' })
    const socket = await rawSocket(gateway.running.port)
    socket.write(
      'POST /api/login HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"email":',
    )
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    await eventually('it is refused', () => answer.includes('The upload was too slow and timed out.'))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('a crowd behind one address', () => {
  it('of 500 players plays and reads as if each were alone', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '1' })
    const players = await Promise.all(Array.from({ length: 500 }, () => network.player()))
    const statuses: number[] = []
    for (let start = 0; start < players.length; start += 250) {
      const some = players.slice(start, start + 250)
      const answers = await Promise.all(
        some.flatMap(({ token }) => [
          post(`${gateway.url}/api/dice/play`, { betAmount: 100, rollOver: 50 }, { token }),
          ask(`${gateway.url}/api/user/balance`, { token }),
        ]),
      )
      statuses.push(...answers.map(({ status }) => status))
      const own = await Promise.all(some.map(({ token }) => opened(gateway, token)))
      expect(await own[0]?.ask(timeSync.event)).toHaveProperty('serverTime')
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
  }, 60_000)

  it('is served although one client in it floods the gateway with invalid tokens', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.05' })
    const { token } = await network.player()
    const most = requestRates.stranger.address.points * 0.05
    const seen: number[] = []
    for (let nth = 0; nth <= most; nth += 1)
      seen.push((await ask(`${gateway.url}/api/user/balance`, { token: 'a.b.c' })).status)
    expect(seen).toEqual([...Array<number>(most).fill(401), 429])
    expect((await ask(`${gateway.url}/api/user/balance`, { token })).status).toBe(200)
  })

  it('can write to the support after visitors have used up their limit, which malformed messages do not use', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' })
    network.bus('support').serve([handle(sendSupportMessage, () => Promise.resolve({ message: 'Done' }))], undefined)
    const headers = { 'x-forwarded-for': '49.36.1.7' }
    const written = { name: 'Asha Rao', email: 'asha@example.in', message: 'Where is my deposit?' }
    const statuses = async (times: number, body: object, token?: string) => {
      const url = `${gateway.url}/api/support-message`
      const seen: number[] = []
      for (let nth = 0; nth < times; nth += 1)
        seen.push((await post(url, body, { headers, ...(token !== undefined && { token }) })).status)
      return seen
    }
    const { player, address } = requestRates.message
    const [most, ofPlayer] = [address.points, player.points]
    expect(await statuses(most + 1, {})).toEqual(Array(most + 1).fill(400))
    expect(await statuses(most + 1, written, 'a.b.c')).toEqual([...Array<number>(most).fill(200), 429])
    expect(await statuses(1, {})).toEqual([400])
    const { token } = await network.player()
    expect(await statuses(ofPlayer + 1, written, token)).toEqual([...Array<number>(ofPlayer).fill(200), 429])
    expect(await statuses(requestRates.stranger.address.points, {})).toContain(429)
    expect(await statuses(1, written, (await network.player()).token)).toEqual([200])
  })
})

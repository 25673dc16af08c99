import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { limits, listDicePlays, paise, requestRates, timeSync } from '@kismet/contracts'
import type { Output, SocketCommandShape } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { listenOn } from '@kismet/service-kit/http-app'
import { eventually } from '@kismet/test-env/eventually'
import { openSocketServer } from '../src/realtime/socket-server.ts'
import { ask, Network, post } from './network.ts'
import type { RunningGateway } from './network.ts'
import { frame, rawPlayer, rawSocket, readToEnd } from './raw-socket.ts'
import { Tab } from './socket-client.ts'

let network: Network

beforeAll(async () => {
  network = await Network.create()
})

afterAll(() => network.close())

/** A command with a long answer, sent to the socket twice: as its acknowledgement and as its event. */
const list: SocketCommandShape = {
  event: 'test:list',
  from: 'players',
  payload: listDicePlays.input,
  output: listDicePlays.output,
  answer: 'test:plays',
  errors: listDicePlays.errors,
  rate: 'command',
  operation: listDicePlays,
}
const play: Output<typeof listDicePlays>['plays'][number] = {
  betId: '01890000-0000-7000-8000-000000000001',
  rollOver: 50,
  roll: 50,
  result: 'win',
  bet: paise(100),
  payout: paise(198),
  createdAt: '2026-01-01T00:00:00.000Z',
}
const longAnswer = { plays: Array<typeof play>(500).fill(play) }

const metric = async (gateway: RunningGateway, line: string) => {
  const { body } = await ask(`http://127.0.0.1:${gateway.running.internalPort}/metrics`)
  return String(body.text).includes(line)
}

describe('a socket', () => {
  it('that goes on after it was refused is closed', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.1' })
    const tab = await new Tab(gateway, (await network.player()).token).connected()
    for (let nth = 0; nth < 20 && tab.closedBecause === undefined; nth += 1)
      await tab.ask(timeSync.event).catch(() => undefined)
    await eventually('it is closed', () => tab.closedBecause !== undefined)
    expect(await metric(gateway, 'gateway_connections_closed_total{why="refusals"} 1')).toBe(true)
  })

  it('that sends what nobody knows, as fast as it can, is closed', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.1' })
    const socket = await rawPlayer(gateway.running.port, (await network.player()).token)
    for (let nth = 0; nth < limits.sockets.messages; nth += 1) socket.write(frame('40/nowhere,'))
    await readToEnd(socket.resume())
    expect(await metric(gateway, 'gateway_connections_closed_total{why="messages"} 1')).toBe(true)
  })

  it('that leaves its namespace is closed', async () => {
    const gateway = await network.gateway()
    const socket = await rawPlayer(gateway.running.port, (await network.player()).token)
    socket.write(frame('41'))
    await readToEnd(socket.resume())
    expect(socket.destroyed).toBe(true)
    await network.stop(gateway)
  })

  it('that asks and never reads is closed', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '100000' })
    network.bus('dice-slots').serve([handle(listDicePlays, () => Promise.resolve(longAnswer))], undefined)
    const server = createServer()
    const timing = { beatEveryMs: 60_000, countEveryMs: 60_000, sweepEveryMs: 60_000, lookEveryMs: 20 }
    const sockets = openSocketServer(gateway.running.context, server, timing, [list])
    const port = await listenOn(server, '127.0.0.1', 0)
    const socket = await rawPlayer(port, (await network.player()).token)
    const asks = frame(`421["${list.event}",{}]`)
    for (let nth = 0; nth < 150; nth += 1) socket.write(asks)
    await eventually('it is closed for that', () =>
      metric(gateway, 'gateway_connections_closed_total{why="does not read"} 1'),
    )
    socket.destroy()
    await sockets.close()
    await network.stop(gateway)
  })
})

describe('a connection that shows no token', () => {
  it('is one of a limited number from its address, which those with a token do not count in', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.05' })
    const known = await Promise.all([network.player(), network.player(), network.player(), network.player()])
    for (const { token } of known) await new Tab(gateway, token).connected()
    const silent = await Promise.all(Array.from({ length: 5 }, () => rawSocket(gateway.running.port)))
    const refused = await rawSocket(gateway.running.port)
    expect(await readToEnd(refused)).toBe('')
    expect(silent.map((socket) => socket.destroyed)).toEqual(Array(5).fill(false))
    silent[0]?.destroy()
    const answer = await eventually('there is room again', () => ask(`${gateway.url}/health`).catch(() => undefined))
    expect(answer.status).toBe(200)
    for (const socket of silent) socket.destroy()
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
    await eventually('it is refused', () => answer.includes('The body came too slowly.'))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  })
})

describe('a crowd behind one address', () => {
  it('of 500 players plays and reads as if each were alone', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '1' })
    const players = await Promise.all(Array.from({ length: 500 }, () => network.player()))
    const statuses: number[] = []
    for (let start = 0; start < players.length; start += 50) {
      const some = players.slice(start, start + 50)
      const answers = await Promise.all(
        some.flatMap(({ token }) => [
          post(`${gateway.url}/api/dice/play`, { betAmount: 100, rollOver: 50 }, { token }),
          ask(`${gateway.url}/api/user/balance`, { token }),
        ]),
      )
      statuses.push(...answers.map(({ status }) => status))
      const tabs = await Promise.all(some.map(({ token }) => new Tab(gateway, token).connected()))
      expect(await tabs[0]?.ask(timeSync.event)).toHaveProperty('serverTime')
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
  }, 60_000)

  it('goes on although somebody among them sends rubbish without an end', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.05' })
    const { token } = await network.player()
    const most = requestRates.stranger.address.points * 0.05
    const seen: number[] = []
    for (let nth = 0; nth <= most; nth += 1)
      seen.push((await ask(`${gateway.url}/api/user/balance`, { token: 'a.b.c' })).status)
    expect(seen).toEqual([...Array<number>(most).fill(401), 429])
    expect((await ask(`${gateway.url}/api/user/balance`, { token })).status).toBe(200)
  })
})

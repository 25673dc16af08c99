import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { docsPath, requestRates } from '@kismet/contracts'
import { createLogger } from '@kismet/service-kit/logger'
import { eventually } from '@kismet/test-env/eventually'
import { ask, Network } from './network.ts'
import type { RunningGateway } from './network.ts'
import { closeRawSockets, polledPlayer, rawSocket } from './raw-socket.ts'
import { Tab } from './socket-client.ts'

let network: Network
let gateway: RunningGateway
const tabs: Tab[] = []

/** Three connections a player, and 450 ms for the headers of a request. */
const few = { RATE_LIMIT_FACTOR: '0.1' }
const quick = { RATE_LIMIT_FACTOR: '0.03' }

beforeAll(async () => {
  network = await Network.create()
})
afterEach(async () => {
  closeRawSockets()
  for (const tab of tabs.splice(0)) tab.close()
  await network.stop(gateway)
})
afterAll(() => network.close())

const request = (token: string) =>
  `GET /api/user/balance HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${token}\r\n\r\n`

/** Shows a token on a bare connection, and waits for the answer. */
async function shown(token: string): Promise<{ socket: Socket; answer: string }> {
  const socket = await rawSocket(gateway.running.port)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write(request(token))
  await eventually('it is answered', () => answer.includes('\r\n\r\n'))
  return { socket, answer }
}

describe('connections of one player', () => {
  it('are answered, and kept up to a number, however many others come from the same address', async () => {
    gateway = await network.gateway(few)
    const { token } = await network.player()
    const own = [await shown(token), await shown(token), await shown(token), await shown(token), await shown(token)]
    expect(own.map(({ answer }) => answer.startsWith('HTTP/1.1 200 '))).toEqual([true, true, true, true, true])
    await eventually('those over the number are closed', () => own.slice(3).every(({ socket }) => socket.destroyed))
    expect(own.map(({ answer }) => /\r\nConnection: close\r\n/i.test(answer))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
    const others = await Promise.all(Array.from({ length: 20 }, async () => shown((await network.player()).token)))
    expect(others.filter(({ answer }) => /\r\nConnection: close\r\n/i.test(answer))).toEqual([])
    own[0]?.socket.destroy()
    await eventually('there is room for another', async () => {
      const { answer } = await shown(token)
      return !/\r\nConnection: close\r\n/i.test(answer)
    })
    expect(own[1]?.socket.destroyed).toBe(false)
  })

  it('are counted too when they carried polls, of a socket that has left', async () => {
    gateway = await network.gateway(few)
    const { token } = await network.player()
    const { send } = await polledPlayer(gateway.running.port, token)
    await send('41')
    const own = [await shown(token), await shown(token), await shown(token)]
    expect(own.map(({ answer }) => /\r\nConnection: close\r\n/i.test(answer))).toEqual([false, false, true])
  })

  it('that drip the headers of their next request are closed, as are those of strangers, and others are served', async () => {
    gateway = await network.gateway(quick)
    const { token } = await network.player()
    const slow = [(await shown(token)).socket, await rawSocket(gateway.running.port)]
    for (const socket of slow) socket.write('GET /api/user/balance HTTP/1.1\r\nHost: gateway\r\nX-Slow: ')
    await eventually('they are closed', () => {
      for (const socket of slow) if (socket.writable) socket.write('a')
      return slow.every((socket) => socket.destroyed)
    })
    expect((await ask(`${gateway.url}/api/user/balance`, { token: (await network.player()).token })).status).toBe(200)
  })
})

describe('a socket that shows no good token', () => {
  it('counts as a stranger, and whoever has a good one goes on', async () => {
    gateway = await network.gateway(quick)
    const most = requestRates.stranger.address.points * 0.03
    const refused = async (token: unknown) => {
      const tab = new Tab(gateway, token)
      tabs.push(tab)
      return ((await tab.refused()).data as { code: string }).code
    }
    const seen: string[] = []
    for (let nth = 0; nth <= most; nth += 1) seen.push(await refused(nth % 2 === 0 ? 'a.b.c' : undefined))
    expect(seen).toEqual([...Array<string>(most).fill('unauthenticated'), 'too_many_requests'])
    expect((await ask(`${gateway.url}/api/user/balance`, { token: 'a.b.c' })).status).toBe(429)
    const good = new Tab(gateway, (await network.player()).token)
    tabs.push(good)
    await good.connected()
  })
})

it('an answer that nobody reads holds its connection for a limited time', async () => {
  const lines: string[] = []
  const log = createLogger('gateway', 'info', { write: (line) => void lines.push(line) })
  gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.01' }, { log })
  const socket = await rawSocket(gateway.running.port)
  socket.pause()
  socket.write(`GET ${docsPath}/page.js HTTP/1.1\r\nHost: gateway\r\n\r\n`.repeat(10))
  await eventually('it is broken off', () => lines.some((line) => line.includes('"brokenOff":true')))
})

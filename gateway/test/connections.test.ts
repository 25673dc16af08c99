import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { docsPath, requestRates } from '@kismet/contracts'
import { createLogger } from '@kismet/service-kit/logger'
import { eventually } from '@kismet/test-env/eventually'
import { ask, Network } from './network.ts'
import type { RunningGateway } from './network.ts'
import { closeRawSockets, rawSocket } from './raw-socket.ts'
import { Tab } from './socket-client.ts'

let network: Network
let gateway: RunningGateway
const tabs: Tab[] = []

/** 450 ms for the headers of a request. */
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

it('a connection that drips the headers of its next request is closed', async () => {
  gateway = await network.gateway(quick)
  const slow = await rawSocket(gateway.running.port)
  slow.write('GET /api/user/balance HTTP/1.1\r\nHost: gateway\r\nX-Slow: ')
  await eventually('it is closed', () => {
    if (slow.writable) slow.write('a')
    return slow.destroyed
  })
})

describe('a socket that shows no good token', () => {
  it('counts as a stranger, and a valid token from the same address still connects', async () => {
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

it('an answer that the client does not read holds its connection for a limited time', async () => {
  const lines: string[] = []
  const log = createLogger('gateway', 'info', { write: (line) => void lines.push(line) })
  gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.01' }, { log })
  const socket = await rawSocket(gateway.running.port)
  socket.pause()
  socket.write(`GET ${docsPath}/page.js HTTP/1.1\r\nHost: gateway\r\n\r\n`.repeat(10))
  await eventually('it is broken off', () => lines.some((line) => line.includes('"brokenOff":true')))
})

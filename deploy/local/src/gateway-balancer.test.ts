import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { createGatewayBalancer, GatewayChoice, socketSessionOf } from './gateway-balancer.ts'

const polling = (session: string): string => `/socket.io/?EIO=4&transport=polling&sid=${session}`

describe('GatewayChoice', () => {
  it('deals requests out in turn', () => {
    const choice = new GatewayChoice(['a', 'b'])
    expect([1, 2, 3, 4].map(() => choice.targetFor('/api/config', 0))).toEqual(['a', 'b', 'a', 'b'])
  })

  it('keeps a polling session with the gateway that began it', () => {
    const choice = new GatewayChoice(['a', 'b'])
    choice.remember('s1', 'b')
    expect([1, 2, 3].map(() => choice.targetFor(polling('s1'), 0))).toEqual(['b', 'b', 'b'])
  })

  it('leaves out for a second a gateway that did not answer', () => {
    const choice = new GatewayChoice(['a', 'b'])
    choice.avoid('a', 0)
    expect([1, 2, 3].map(() => choice.targetFor('/', 500))).toEqual(['b', 'b', 'b'])
    expect(new Set([1, 2].map(() => choice.targetFor('/', 1_500)))).toEqual(new Set(['a', 'b']))
  })

  it('asks one all the same when none answered', () => {
    const choice = new GatewayChoice(['a'])
    choice.avoid('a', 0)
    expect(choice.targetFor('/', 1)).toBe('a')
  })
})

describe('socketSessionOf', () => {
  it.each<[string, string | undefined]>([
    [polling('abc-_1'), 'abc-_1'],
    ['/socket.io/?EIO=4&transport=websocket', undefined],
    ['/api/config', undefined],
  ])('%s', (url, session) => {
    expect(socketSessionOf(url)).toBe(session)
  })
})

describe('the balancer', () => {
  it('sends nobody elsewhere because a gateway broke off one request', async () => {
    const alive = createServer((_request, response) => response.end())
    const breaking = createServer((request) => request.socket.destroy())
    const urls: string[] = []
    for (const gateway of [breaking, alive]) {
      await once(gateway.listen(0, '127.0.0.1'), 'listening')
      urls.push(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`)
    }
    const balancer = createGatewayBalancer(urls)
    await once(balancer.listen(0, '127.0.0.1'), 'listening')
    const { port } = balancer.address() as AddressInfo
    const statuses: number[] = []
    for (let nth = 0; nth < 4; nth += 1) statuses.push((await fetch(`http://127.0.0.1:${port}/`)).status)
    expect(statuses).toEqual([503, 200, 503, 200])
    for (const server of [balancer, breaking, alive]) {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
  })

  it('holds no WebSocket that the gateway has closed, whatever the client sends afterwards', async () => {
    const gateway = createServer().on('upgrade', (_asked, socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    )
    await once(gateway.listen(0, '127.0.0.1'), 'listening')
    const balancer = createGatewayBalancer([`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`])
    await once(balancer.listen(0, '127.0.0.1'), 'listening')
    const client = connect({ port: (balancer.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => undefined)
    client.resume().once('end', () => client.end('closed'))
    client.write('GET /socket.io/ HTTP/1.1\r\nHost: app\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const [carried] = (await once(balancer, 'connection')) as [Socket]
    await once(carried, 'close')
    for (const server of [balancer, gateway]) await once(server.close(), 'close')
  })
})

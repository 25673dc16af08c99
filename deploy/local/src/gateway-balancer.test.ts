import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { createGatewayBalancer, GatewayChoice, socketSessionOf } from './gateway-balancer.ts'

const polling = (session: string): string => `/socket.io/?EIO=4&transport=polling&sid=${session}`

describe('GatewayChoice', () => {
  it('deals requests out in turn', () => {
    const choice = new GatewayChoice(['a', 'b'])
    expect([1, 2, 3, 4].map(() => choice.targetFor('/api/config'))).toEqual(['a', 'b', 'a', 'b'])
  })

  it('keeps a polling session with the gateway that began it', () => {
    const choice = new GatewayChoice(['a', 'b'])
    choice.remember('s1', 'b')
    expect([1, 2, 3].map(() => choice.targetFor(polling('s1')))).toEqual(['b', 'b', 'b'])
  })

  it('leaves out a gateway that cannot serve, until it can', () => {
    const choice = new GatewayChoice(['a', 'b'])
    choice.note('a', 'may serve')
    expect([1, 2, 3].map(() => choice.targetFor('/'))).toEqual(['b', 'b', 'b'])
    choice.note('a', 'serves')
    expect(new Set([1, 2].map(() => choice.targetFor('/')))).toEqual(new Set(['a', 'b']))
  })

  it('asks one all the same when none can, the last of all one that is closed', () => {
    const choice = new GatewayChoice(['a', 'b'])
    choice.note('a', 'closed')
    choice.note('b', 'may serve')
    expect([1, 2, 3].map(() => choice.targetFor('/'))).toEqual(['b', 'b', 'b'])
    choice.note('b', 'closed')
    expect(new Set([1, 2].map(() => choice.targetFor('/')))).toEqual(new Set(['a', 'b']))
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
  const servers: Server[] = []
  afterEach(async () => {
    for (const server of servers.splice(0).reverse()) {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
  })
  const listening = async (server: Server): Promise<string> => {
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const alive = () => createServer((_request, response) => response.end())

  it('sends nobody elsewhere because a gateway broke off one request', async () => {
    const breaking = createServer((request, response) => {
      if (request.url === '/ready') response.end()
      else request.socket.destroy()
    })
    const url = await listening(createGatewayBalancer([await listening(breaking), await listening(alive())]))
    const statuses: number[] = []
    for (let nth = 0; nth < 4; nth += 1) statuses.push((await fetch(url)).status)
    expect(statuses).toEqual([503, 200, 503, 200])
  })

  it('sends nobody to a gateway that says that it is closing, though no other one says that it can serve', async () => {
    const saying = (checks: object, name: string) =>
      createServer((request, response) => {
        if (request.url !== '/ready') return void response.end(name)
        response.writeHead(503).end(JSON.stringify({ ready: false, checks }))
      })
    const leaving = await listening(saying({ open: false }, 'leaving'))
    const url = await listening(createGatewayBalancer([leaving, await listening(saying({ wallet: false }, 'there'))]))
    const ask = async () => (await fetch(url)).text()
    await eventually('it is known', async () => (await ask()) === 'there' && (await ask()) === 'there')
    expect(new Set(await Promise.all(Array.from({ length: 8 }, ask)))).toEqual(new Set(['there']))
  })

  it('sends nobody to a gateway that hangs, until it answers again', async () => {
    const asked: ServerResponse[] = []
    let hangs = true
    const hanging = createServer((_request, response) => {
      if (hangs) asked.push(response)
      else response.end('back')
    })
    const url = await listening(createGatewayBalancer([await listening(hanging), await listening(alive())]))
    const ask = () =>
      fetch(url, { signal: AbortSignal.timeout(100) }).then(
        (answer) => answer.text(),
        () => 'none',
      )
    await eventually('nobody is sent there', async () => (await ask()) === '' && (await ask()) === '')
    hangs = false
    for (const response of asked) response.end()
    await eventually('it is asked again', async () => (await ask()) === 'back')
  })

  it('holds no WebSocket that the gateway has closed, whatever the client sends afterwards', async () => {
    const gateway = createServer().on('upgrade', (_asked, socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    )
    const balancer = createGatewayBalancer([await listening(gateway)])
    await listening(balancer)
    const client = connect({ port: (balancer.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => undefined)
    client.resume().once('end', () => client.end('closed'))
    client.write('GET /socket.io/ HTTP/1.1\r\nHost: app\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const [carried] = (await once(balancer, 'connection')) as [Socket]
    await once(carried, 'close')
  })
})

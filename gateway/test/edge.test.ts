import { networkInterfaces } from 'node:os'
import SwaggerParser from '@apidevtools/swagger-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { docsPath, openApiPath, operations, streamRoutes } from '@kismet/contracts'
import { createLogger } from '@kismet/service-kit/logger'
import { version } from '@kismet/service-kit/version'
import { eventually } from '@kismet/test-env/eventually'
import { ask, Network, post } from './network.ts'
import type { RunningGateway } from './network.ts'

let network: Network
let gateway: RunningGateway
const lines: string[] = []
const log = createLogger('gateway', 'info', { write: (line) => void lines.push(line) })

beforeAll(async () => {
  network = await Network.create()
  gateway = await network.gateway({}, { log })
})

beforeEach(() => {
  lines.length = 0
  network.behind.calls.length = 0
})

afterAll(() => network.close())

const foreign = 'http://evil.test'

describe('origins', () => {
  const rename = async (origin?: string) => {
    const headers: Record<string, string> = origin === undefined ? {} : { origin }
    const { token } = await network.player()
    return post(`${gateway.url}/api/fairness/client-seed`, { clientSeed: 'mine' }, { method: 'PUT', token, headers })
  }

  it.each([
    { who: 'the player app', origin: () => network.webOrigin, status: 200, shared: true },
    { who: 'the admin app', origin: () => network.adminOrigin, status: 200, shared: true },
    { who: 'a tool without an origin', origin: () => undefined, status: 200, shared: false },
    { who: 'a foreign page', origin: () => foreign, status: 403, shared: false },
    { who: 'a page without an origin of its own', origin: () => 'null', status: 403, shared: false },
    {
      who: 'an origin that begins like ours',
      origin: () => `${network.webOrigin}.evil.test`,
      status: 403,
      shared: false,
    },
  ])('a command of $who is $status', async ({ origin, status, shared }) => {
    const answer = await rename(origin())
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(shared ? (origin() ?? '') : null)
    expect(answer.headers.get('vary')).toContain('Origin')
    expect(network.behind.calls).toHaveLength(status === 200 ? 1 : 0)
  })

  it.each([
    { origin: () => network.webOrigin, allowed: true },
    { origin: () => foreign, allowed: false },
  ])('a preflight is answered: allowed $allowed', async ({ origin, allowed }) => {
    const headers = { origin: origin(), 'access-control-request-method': 'POST' }
    const answer = await ask(`${gateway.url}/api/dice/play`, { method: 'OPTIONS', headers })
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowed ? origin() : null)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('a foreign page that reads gets no permission to see the answer', async () => {
    const answer = await ask(`${gateway.url}/health`, { headers: { origin: foreign } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('with ONLY_FROM', () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const { address = 'none' } = own.find(({ family, internal }) => family === 'IPv4' && !internal) ?? {}

  it.each([
    { what: 'nothing', onlyFrom: '', isTaken: true },
    { what: 'the network of somebody else', onlyFrom: '203.0.113.0/24', isTaken: false },
    { what: 'the network of who connects', onlyFrom: `203.0.113.0/24,${address}/32`, isTaken: true },
  ])('that names $what a connection of another machine is taken: $isTaken', async ({ onlyFrom, isTaken }) => {
    const guarded = await network.gateway({ HOST: '0.0.0.0', ONLY_FROM: onlyFrom })
    const { port } = guarded.running
    const asked = (host: string) =>
      ask(`http://${host}:${port}/health`).then(
        ({ status }) => status,
        () => 'refused',
      )
    expect(await asked(address)).toBe(isTaken ? 200 : 'refused')
    // Its own health check.
    expect(await asked('127.0.0.1')).toBe(200)
    await network.stop(guarded)
  })

  it('a connection that `ONLY_FROM` refuses is logged once a minute', async () => {
    const guarded = await network.gateway({ HOST: '0.0.0.0', ONLY_FROM: '203.0.113.0/24' }, { log })
    const { port } = guarded.running
    for (let nth = 0; nth < 2; nth += 1)
      await expect(ask(`http://${address}:${port}/health`)).rejects.toThrow('fetch failed')
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(told.filter(({ event }) => event === 'connection.not-from')).toMatchObject([{ level: 40, address }])
    await network.stop(guarded)
  })
})

describe('headers of every answer', () => {
  it.each(['/health', '/api/nothing', '/api/user/balance'])('%s', async (path) => {
    const { headers } = await ask(`${gateway.url}${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('etag')).toBeNull()
  })
})

describe('the API document', () => {
  it('is valid OpenAPI 3.1 and has every route', async () => {
    const { body } = await ask(`${gateway.url}${openApiPath}`)
    expect(body.openapi).toBe('3.1.0')
    const paths = body.paths as Record<string, Record<string, unknown>>
    for (const { route } of [...operations, ...streamRoutes]) {
      if (route === undefined) continue
      expect(paths[route.path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty([route.method.toLowerCase()])
    }
    await SwaggerParser.validate(structuredClone(body) as unknown as Parameters<typeof SwaggerParser.validate>[0])
  })

  it('is shown by a page whose parts all come from here, and nothing inline runs', async () => {
    const { body, headers } = await ask(`${gateway.url}${docsPath}`)
    const html = String(body.text)
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(html).not.toMatch(/<script(?! src=)|style=|\son\w+=/)
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) {
      expect(part.startsWith(docsPath)).toBe(true)
      expect((await ask(`${gateway.url}${part}`)).status).toBe(200)
    }
  })
})

it('metrics show the readiness of each service, also of support and analytics', async () => {
  const parts = async () => {
    const { body } = await ask(`http://127.0.0.1:${gateway.running.internalPort}/metrics`)
    const samples = String(body.text).matchAll(/^gateway_part_ready\{part="(.+)"\} (\d)$/gm)
    return Object.fromEntries([...samples].map(([, part = '', value]) => [part, Number(value)]))
  }
  const all = { auth: 1, wallet: 1, 'dice-slots': 1, mines: 1, aviator: 1, payments: 1, support: 0, analytics: 0 }
  expect(await parts()).toEqual(all)
  network.behind.notReady = 'wallet'
  expect(await parts()).toEqual({ ...all, wallet: 0 })
  network.behind.notReady = undefined
})

describe('readiness', () => {
  it('is of every part that play and money need', async () => {
    const ready = () => ask(`${gateway.url}/ready`)
    const all = {
      bus: true,
      redis: true,
      auth: true,
      wallet: true,
      'dice-slots': true,
      mines: true,
      aviator: true,
      payments: true,
      open: true,
    }
    expect((await ready()).body).toEqual({ ready: true, checks: all })
    network.behind.notReady = 'wallet'
    const without = await eventually('the wallet is not ready', async () => {
      const answer = await ready()
      return answer.status === 503 && answer
    })
    expect(without.body).toEqual({ ready: false, checks: { ...all, wallet: false } })
    network.behind.notReady = undefined
    await eventually('all are ready again', async () => (await ready()).status === 200)
    await network.leave('payments')
    await eventually('payments is gone', async () => (await ready()).status === 503)
    expect((await ask(`${gateway.url}/health`)).body).toEqual({ alive: true, version })
  })
})

it('is not ready while the bus is gone, and again once it is back', async () => {
  const apart = await Network.create()
  try {
    const lonely = await apart.gateway()
    const ready = () => ask(`${lonely.url}/ready`)
    expect((await ready()).status).toBe(200)
    await apart.nats.stop('SIGKILL')
    await eventually('it is not ready', async () => (await ready()).status === 503)
    expect((await ready()).body).toMatchObject({ ready: false, checks: { bus: false, redis: true } })
    await apart.nats.start()
    await eventually('it is ready again', async () => (await ready()).status === 200)
    // Health checks are not counted as requests, so that checks during an outage do not raise the alarm of failed requests.
    const { body } = await ask(`http://127.0.0.1:${lonely.running.internalPort}/metrics`)
    expect(String(body.text)).not.toContain('gateway_request_seconds_count')
  } finally {
    await apart.close()
  }
})

describe('metrics', () => {
  it('are inside, by route and without ids', async () => {
    const { token } = await network.player()
    await ask(`${gateway.url}/api/user/balance`, { token })
    const { body } = await ask(`http://127.0.0.1:${gateway.running.internalPort}/metrics`)
    expect(String(body.text)).toContain('gateway_request_seconds_count{route="GET /api/user/balance",status="200"}')
  })
})

describe('the log', () => {
  it('has one line a request, without query, token or body', async () => {
    const player = await network.player()
    const answer = await ask(`${gateway.url}/api/dice/plays?limit=2&token=secret-query`, { token: player.token })
    await post(`${gateway.url}/api/resend-otp`, { email: 'secret@example.in' })
    const written = await eventually(
      'both lines are written',
      () => lines.length >= 2 && lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    )
    const line = written.find(({ requestId }) => requestId === answer.headers.get('x-request-id'))
    expect(line).toMatchObject({
      msg: 'request',
      method: 'GET',
      path: '/api/dice/plays',
      route: 'GET /api/dice/plays',
      status: 503,
      refusedAs: 'unavailable',
      address: '127.0.0.1',
      personId: player.id,
    })
    expect(lines.join('')).not.toMatch(/secret/)
    expect(lines.join('')).not.toContain(player.token)
  })
})

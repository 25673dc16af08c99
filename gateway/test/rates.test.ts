import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { requestRates } from '@kismet/contracts'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { ask, Network, post } from './network.ts'
import type { Answer, RunningGateway } from './network.ts'

let network: Network

/** A tenth of the usual: 6 commands in 10 s a player. */
const tenth = { RATE_LIMIT_FACTOR: '0.1' }

beforeAll(async () => {
  network = await Network.create()
})

beforeEach(() => network.redis.flushall())

afterAll(() => network.close())

function command(gateway: RunningGateway, player: TestPlayer): Promise<Answer> {
  const init = { method: 'PUT', token: player.token }
  return post(`${gateway.url}/api/fairness/client-seed`, { clientSeed: 'mine' }, init)
}

function signIn(gateway: RunningGateway, forwardedFor?: string): Promise<Answer> {
  const headers: Record<string, string> = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return post(`${gateway.url}/api/resend-otp`, { email: 'asha@example.in' }, { headers })
}

async function statuses(count: number, send: (nth: number) => Promise<Answer>): Promise<number[]> {
  const seen: number[] = []
  for (let nth = 0; nth < count; nth += 1) seen.push((await send(nth)).status)
  return seen
}

const sixThenRefused = [200, 200, 200, 200, 200, 200, 429]

/** A twentieth: 60 sign-ins a minute an address. */
const twentieth = { RATE_LIMIT_FACTOR: '0.05' }
const signIns = requestRates['sign-in'].address.points * 0.05
const signInsThenRefused = [...Array<number>(signIns).fill(200), 429]

describe('a rate', () => {
  it('counts each player apart and says how long to wait', async () => {
    const gateway = await network.gateway(tenth)
    const [one, two] = [await network.player(), await network.player()]
    expect(await statuses(7, () => command(gateway, one))).toEqual(sixThenRefused)
    const refused = await command(gateway, one)
    expect(refused.body).toMatchObject({ success: false, code: 'too_many_requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10)
    expect((await command(gateway, two)).status).toBe(200)
    expect((await ask(`${gateway.url}/api/user/balance`, { token: one.token })).status).toBe(200)
  })

  it('counts all gateways together', async () => {
    const gateways = [await network.gateway(tenth), await network.gateway(tenth)] as const
    const player = await network.player()
    expect(await statuses(7, (nth) => command(gateways[nth % 2 === 0 ? 0 : 1], player))).toEqual(sixThenRefused)
  })

  it('counts an address before anything else of the request is looked at', async () => {
    const gateway = await network.gateway(twentieth)
    expect(await statuses(signIns + 1, () => signIn(gateway))).toEqual(signInsThenRefused)
    expect((await post(`${gateway.url}/api/login`, '{broken')).status).toBe(429)
    expect((await ask(`${gateway.url}/api/user/balance`, { token: (await network.player()).token })).status).toBe(200)
  })

  it('is multiplied by the factor', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '0.1' })
    const seen = await statuses(2 * signIns + 1, () => signIn(gateway))
    expect(seen.indexOf(429)).toBe(2 * signIns)
  })

  it('is kept in memory while Redis is gone', async () => {
    const gateway = await network.gateway(tenth)
    const player = await network.player()
    await network.redisServer.stop('SIGKILL')
    expect(await statuses(7, () => command(gateway, player))).toEqual(sixThenRefused)
    await network.redisServer.start()
    await network.redis.ping()
  })
})

describe('the address of a client', () => {
  it('is that of its connection, whatever it says of itself', async () => {
    const gateway = await network.gateway(twentieth)
    expect(await statuses(signIns + 1, (nth) => signIn(gateway, `203.0.113.${nth}`))).toEqual(signInsThenRefused)
  })

  it('is told by a trusted proxy', async () => {
    const gateway = await network.gateway({ ...tenth, TRUSTED_PROXIES: 'loopback' })
    expect(await statuses(7, (nth) => signIn(gateway, `203.0.113.${nth}`))).toEqual(Array(7).fill(200))
    network.behind.calls.length = 0
    await signIn(gateway, '203.0.113.77')
    expect(network.behind.calls[0]?.meta.ip).toBe('203.0.113.77')
  })

  it('is the last that a trusted proxy adds, not what the client put before it', async () => {
    const gateway = await network.gateway({ ...twentieth, TRUSTED_PROXIES: 'loopback' })
    const seen = await statuses(signIns + 1, (nth) => signIn(gateway, `198.51.100.${nth}, 203.0.113.200`))
    expect(seen).toEqual(signInsThenRefused)
  })

  it('counts as its network when it is of IPv6', async () => {
    const gateway = await network.gateway({ ...twentieth, TRUSTED_PROXIES: 'loopback' })
    expect(await statuses(signIns + 1, (nth) => signIn(gateway, `2001:db8:1:2::${nth + 1}`))).toEqual(
      signInsThenRefused,
    )
    expect((await signIn(gateway, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('counts as its site where messages are sent to the support', async () => {
    const gateway = await network.gateway({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' })
    const message = { name: 'Asha Rao', email: 'asha@example.in', message: 'Where is my deposit?' }
    const send = (address: string) =>
      post(`${gateway.url}/api/support-message`, message, { headers: { 'x-forwarded-for': address } })
    const { points } = requestRates.message.address
    const seen = await statuses(points + 1, (nth) => send(`2001:db8:1:${nth}::1`))
    expect(seen.indexOf(429)).toBe(points)
    expect((await send('2001:db8:2::1')).status).not.toBe(429)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { docsPath, limits } from '@kismet/contracts'
import type { getServiceTimes, Output } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import { newDevice } from './behind.ts'
import { ask, expectFailure, Network, post } from './network.ts'
import type { RunningGateway } from './network.ts'

let network: Network
let gateway: RunningGateway
let player: TestPlayer
let admin: TestAdmin

const shown = 'ab'.repeat(32)
const bet = { betAmount: 100.5, rollOver: 50.5 }

beforeAll(async () => {
  network = await Network.create()
  gateway = await network.gateway()
  player = await network.player()
  admin = await network.admin()
})

beforeEach(() => {
  network.behind.calls.length = 0
  network.behind.diceRefusal = undefined
  network.behind.diceReplayed = false
})

afterAll(() => network.close())

describe('an answer', () => {
  it('is what the service answered, with success beside it, in rupees', async () => {
    const answer = await post(`${gateway.url}/api/dice/play`, bet, { token: player.token })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: true, payout: 200.5, balance: 1100.5, next: { nonce: 2 } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('has the id of its request, which the service was given with the address and the token', async () => {
    const answer = await post(`${gateway.url}/api/dice/play`, bet, {
      token: player.token,
      headers: { 'x-request-id': 'mine' },
    })
    const requestId = answer.headers.get('x-request-id')
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(network.behind.calls[0]?.meta).toMatchObject({ requestId, ip: '127.0.0.1', token: player.token })
  })

  it.each([
    { what: 'alone', cookie: `kismet-device=${shown}`, device: shown },
    { what: 'beside others', cookie: `a=b; kismet-device=${shown}; c=d`, device: shown },
    { what: 'of the other app', cookie: `kismet-admin-device=${shown}`, device: undefined },
    { what: 'that is none', cookie: 'kismet-device=abc', device: undefined },
    { what: 'under a longer name', cookie: `my-kismet-device=${shown}`, device: undefined },
  ])(
    'gives the service the device token $what, and the browser one that no page and no other site can use',
    async ({ cookie, device }) => {
      const answer = await post(`${gateway.url}/api/resend-otp`, { email: 'a@example.in' }, { headers: { cookie } })
      expect(answer.status).toBe(200)
      expect(network.behind.calls[0]?.meta.device).toBe(device)
      expect(answer.headers.get('set-cookie')).toBe(
        `kismet-device=${newDevice}; Path=/api; Max-Age=7776000; HttpOnly; Secure; SameSite=Strict`,
      )
    },
  )

  it('is timed, and admins read how fast each service answered, since when and of how many calls', async () => {
    const times = async () => {
      const { body } = await ask(`${gateway.url}/api/admin/service-times`, { token: admin.token })
      const told = body as unknown as Output<typeof getServiceTimes>
      return { since: told.since, dice: told.services.find(({ service }) => service === 'dice-slots') }
    }
    const before = (await times()).dice?.answered ?? Number.NaN
    await post(`${gateway.url}/api/dice/play`, bet, { token: player.token })
    network.behind.diceRefusal = new Refusal('insufficient_balance', undefined, { balance: 0 })
    await post(`${gateway.url}/api/dice/play`, bet, { token: player.token })
    const { since, dice } = await times()
    expect(dice).toMatchObject({ answered: before + 2, unanswered: 0, p99Ms: expect.any(Number) })
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now())
    const refused = await ask(`${gateway.url}/api/admin/service-times`, { token: player.token })
    expectFailure(refused, 'unauthenticated')
  })

  it('passes no device token and sets no cookie for an operation without device tokens', async () => {
    const headers = { cookie: `kismet-device=${shown}` }
    const answer = await post(`${gateway.url}/api/dice/play`, bet, { token: player.token, headers })
    expect(network.behind.calls[0]?.meta.device).toBeUndefined()
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('carries a refusal of the service with its own words, the numbers in them and the time to wait', async () => {
    network.behind.diceRefusal = new Refusal('too_many_requests', 'Not so fast.', { retryAfterMs: 6_100 })
    const answer = await post(`${gateway.url}/api/dice/play`, bet, { token: player.token })
    expectFailure(answer, 'too_many_requests')
    expect(answer.body).toMatchObject({ message: 'Not so fast.', params: { retryAfterMs: 6_100 } })
    expect(answer.headers.get('retry-after')).toBe('7')
  })

  it('is 500 for a fault of a service, without its reason', async () => {
    network.behind.diceRefusal = Object.assign(new Refusal('not_found'), { code: 'betting at 10.0.0.7 broke' })
    const answer = await post(`${gateway.url}/api/dice/play`, bet, { token: player.token })
    expectFailure(answer, 'internal')
    expect(answer.body.message).toBe('Server error')
  })

  it('is 503 when no replica answers', async () => {
    expectFailure(await ask(`${gateway.url}/api/fairness/dice`, { token: player.token }), 'unavailable')
  })
})

describe('a request', () => {
  it('loses the fields that the contract does not know', async () => {
    const body = '{"betAmount":100,"rollOver":50,"role":"owner","balance":5,"__proto__":{"admin":true},"constructor":1}'
    const answer = await post(`${gateway.url}/api/dice/play`, body, { token: player.token })
    expect(answer.status).toBe(200)
    expect(Object.keys(network.behind.calls[0]?.input as object)).toEqual(['betAmount', 'rollOver'])
  })

  it('takes a field of the path before one of the body', async () => {
    const id = '01890000-0000-7000-8000-000000000009'
    const url = `${gateway.url}/api/admin/deposit-request/${id}`
    const init = { method: 'PATCH', token: admin.token }
    expectFailure(await post(url, { id: 'other', status: 'approved', amount: 1 }, init), 'not_found')
    expect(network.behind.calls[0]?.input).toEqual({ id, status: 'approved', amount: 100 })
  })

  it('may omit the body for an operation without input', async () => {
    const answer = await ask(`${gateway.url}/api/logout`, { method: 'POST', token: player.token })
    expect(answer.body).toEqual({ success: true, message: 'Done' })
  })

  const json = (body: string, headers: Record<string, string> = {}) => ({ body, headers })
  it.each([
    { what: 'malformed JSON', ...json('{"betAmount":'), code: 'invalid_request' },
    { what: 'a list', ...json('[]'), code: 'invalid_request' },
    { what: 'text', ...json('"x"'), code: 'invalid_request' },
    { what: 'null', ...json('null'), code: 'invalid_request' },
    {
      what: 'a form',
      ...json('betAmount=100', { 'content-type': 'application/x-www-form-urlencoded' }),
      code: 'invalid_request',
    },
    { what: 'plain text', ...json('{}', { 'content-type': 'text/plain' }), code: 'invalid_request' },
    {
      what: 'another charset',
      ...json('{}', { 'content-type': 'application/json; charset=utf-16' }),
      code: 'invalid_request',
    },
    { what: 'a compressed body', ...json('{}', { 'content-encoding': 'gzip' }), code: 'invalid_request' },
    { what: 'a field of the wrong type', ...json('{"betAmount":"100","rollOver":50}'), code: 'invalid_request' },
    { what: 'an amount of 1e309', ...json('{"betAmount":1e309,"rollOver":50}'), code: 'invalid_request' },
    { what: 'a third decimal', ...json('{"betAmount":100.001,"rollOver":50}'), code: 'invalid_request' },
    {
      what: 'a body over the limit',
      ...json(JSON.stringify({ x: 'a'.repeat(limits.body.jsonBytes) })),
      code: 'payload_too_large',
    },
    {
      what: 'a key that is too short',
      ...json(JSON.stringify(bet), { 'idempotency-key': 'short' }),
      code: 'invalid_request',
    },
    {
      what: 'a key of other letters',
      ...json(JSON.stringify(bet), { 'idempotency-key': 'a b c d e f g' }),
      code: 'invalid_request',
    },
  ] as const)('with $what is $code', async ({ body, headers, code }) => {
    expectFailure(await post(`${gateway.url}/api/dice/play`, body, { token: player.token, headers }), code)
    expect(network.behind.calls).toEqual([])
  })

  it('with bytes that are not UTF-8 is invalid_request', async () => {
    const body = Buffer.concat([Buffer.from('{"clientSeed":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'PUT', token: player.token, headers, body }
    expectFailure(await ask(`${gateway.url}/api/fairness/client-seed`, init), 'invalid_request')
  })

  it('in chunks over the limit is payload_too_large', async () => {
    const chunks = ReadableStream.from(Array.from({ length: 20 }, () => Buffer.alloc(8 * 1024, 'a')))
    const init = {
      method: 'POST',
      body: chunks,
      duplex: 'half' as const,
      headers: { 'content-type': 'application/json' },
    }
    expectFailure(await ask(`${gateway.url}/api/dice/play`, { ...init, token: player.token }), 'payload_too_large')
  })

  it.each([
    { what: 'an unknown route', path: '/api/nothing', method: 'GET' },
    { what: 'another case', path: '/API/config', method: 'GET' },
    { what: 'no route', path: '/', method: 'GET' },
    { what: 'metrics', path: '/metrics', method: 'GET' },
  ])('for $what is 404', async ({ path, method }) => {
    expectFailure(await ask(`${gateway.url}${path}`, { method }), 'not_found')
  })

  it.each([
    { path: '/api/config', method: 'DELETE', allow: 'GET, HEAD' },
    { path: '/api/user/balance', method: 'PUT', allow: 'GET, HEAD, POST' },
    { path: '/api/admin/deposit-request/7', method: 'POST', allow: 'PATCH' },
    { path: '/api/deposit', method: 'GET', allow: 'POST' },
    { path: '/api/dice/play', method: 'OPTIONS', allow: 'POST' },
    { path: '/health', method: 'POST', allow: 'GET, HEAD' },
    { path: docsPath, method: 'PATCH', allow: 'GET, HEAD' },
  ])('of $method for $path, which it does not have, is 405 and says what it has: $allow', async (row) => {
    const answer = await ask(`${gateway.url}${row.path}`, { method: row.method, token: player.token })
    expectFailure(answer, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe(row.allow)
  })

  it.each([
    { what: 'a broken escape', path: '/api/fairness/bets/%E0%A4%A' },
    { what: 'an id that is too long', path: `/api/fairness/bets/${'7'.repeat(65)}` },
    { what: 'a query twice', path: '/api/dice/plays?limit=1&limit=2' },
  ])('with $what is 400', async ({ path }) => {
    expectFailure(await ask(`${gateway.url}${path}`, { token: player.token }), 'invalid_request')
  })
})

describe('the Idempotency-Key', () => {
  it('is passed on', async () => {
    await post(`${gateway.url}/api/dice/play`, bet, {
      token: player.token,
      headers: { 'idempotency-key': 'key-12345' },
    })
    expect(network.behind.calls[0]?.meta.key).toBe('key-12345')
  })

  it('is made where there is none, a new one each time', async () => {
    await post(`${gateway.url}/api/dice/play`, bet, { token: player.token })
    await post(`${gateway.url}/api/dice/play`, bet, { token: player.token })
    const [first, second] = network.behind.calls.map(({ meta }) => meta.key)
    expect(first).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
    expect(second).not.toBe(first)
  })

  it('is no part of a call that takes none', async () => {
    const headers = { 'idempotency-key': 'x' }
    await post(
      `${gateway.url}/api/fairness/client-seed`,
      { clientSeed: 'mine' },
      { method: 'PUT', token: player.token, headers },
    )
    expect(network.behind.calls[0]?.meta.key).toBeUndefined()
  })

  it.each([{ replayed: true }, { replayed: false }])('says whether it is a replay: $replayed', async ({ replayed }) => {
    network.behind.diceReplayed = replayed
    const answer = await post(`${gateway.url}/api/dice/play`, bet, { token: player.token })
    expect(answer.headers.get('idempotency-replayed')).toBe(replayed ? 'true' : null)
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { getDepositProof, getQrImage, postDeposit } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import { streamKeyHeader } from '@kismet/service-kit/http-app'
import { StreamPools } from '@kismet/service-kit/stream-pools'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import { eventually } from '@kismet/test-env/eventually'
import { fromGateway } from '@kismet/test-env/test-streams'
import { ask, expectFailure, Network } from './network.ts'
import { rawSocket } from './raw-socket.ts'
import type { Answer, RunningGateway } from './network.ts'

let network: Network
let gateway: RunningGateway
let player: TestPlayer
let admin: TestAdmin

beforeAll(async () => {
  network = await Network.create()
  gateway = await network.gateway()
  player = await network.player()
  admin = await network.admin()
})

beforeEach(() => {
  network.behind.uploads.length = 0
})

afterAll(() => network.close())

const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

type Body = NonNullable<RequestInit['body']>

function upload(body: Body, headers: Record<string, string> = multipart, token?: string): Promise<Answer> {
  const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' }
  return ask(`${gateway.url}/api/deposit`, { ...init, token })
}

function inChunks(bytes: number): ReadableStream {
  const chunk = Buffer.alloc(64 * 1024)
  return ReadableStream.from(Array.from({ length: Math.ceil(bytes / chunk.length) }, () => chunk))
}

function expectRefusal(answer: Answer, code: ErrorCode): void {
  expectFailure(answer, code)
  expect(network.behind.uploads).toEqual([])
}

describe('an upload', () => {
  it('reaches the service whole, and its answer the client', async () => {
    const answer = await upload(Buffer.alloc(3_000_000), multipart, player.token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ success: true, bytes: 3_000_000 })
    expect(answer.headers.get('idempotency-replayed')).toBe('true')
  })

  it('reaches the service in chunks too', async () => {
    expect((await upload(inChunks(1024 * 1024), multipart, player.token)).body).toEqual({
      success: true,
      bytes: 1024 * 1024,
    })
  })

  it('loses what the client says about who it is and whence it came', async () => {
    const forged = {
      'x-request-id': 'forged',
      'x-forwarded-for': '203.0.113.1',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      'x-real-ip': '203.0.113.1',
      forwarded: 'for=203.0.113.1',
      via: '1.1 evil',
      'x-user-id': player.id,
      'x-admin': 'true',
      cookie: 'a=b',
      'x-http-method-override': 'DELETE',
    }
    const answer = await upload('x', { ...multipart, ...forged }, player.token)
    const headers = network.behind.uploads[0]?.headers ?? {}
    expect(headers['x-request-id']).toBe(answer.headers.get('x-request-id'))
    for (const name of Object.keys(forged)) if (name !== 'x-request-id') expect(headers).not.toHaveProperty([name])
    expect(headers).toMatchObject({ ...multipart, authorization: `Bearer ${player.token}` })
  })

  it('gets a key where it has none, and keeps its own', async () => {
    await upload('x', multipart, player.token)
    await upload('x', { ...multipart, 'idempotency-key': 'my-own-key' }, player.token)
    const [made, own] = network.behind.uploads.map(({ headers }) => headers['idempotency-key'])
    expect(made).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
    expect(own).toBe('my-own-key')
  })

  const tooLarge = postDeposit.maxBodyBytes + 1
  it.each([
    {
      what: 'of another content type',
      body: () => '{}',
      headers: { 'content-type': 'application/json' },
      who: 'player',
      code: 'invalid_request',
    },
    {
      what: 'with a malformed key',
      body: () => 'x',
      headers: { ...multipart, 'idempotency-key': '?' },
      who: 'player',
      code: 'invalid_request',
    },
    {
      what: 'that says it is too large',
      body: () => Buffer.alloc(tooLarge),
      headers: multipart,
      who: 'player',
      code: 'payload_too_large',
    },
    {
      what: 'without a token',
      body: () => Buffer.alloc(1_000_000),
      headers: multipart,
      who: 'nobody',
      code: 'unauthenticated',
    },
    { what: 'of an admin', body: () => 'x', headers: multipart, who: 'admin', code: 'unauthenticated' },
  ] as const)('$what is $code and does not reach the service', async ({ body, headers, who, code }) => {
    const token = { player: player.token, admin: admin.token, nobody: undefined }[who]
    expectRefusal(await upload(body(), headers, token), code)
  })

  it('that turns out to be too large is stopped on its way', async () => {
    const answer = await upload(inChunks(tooLarge + 1024 * 1024), multipart, player.token)
    expectRefusal(answer, 'payload_too_large')
    expect(answer.body).toMatchObject({ params: { maxBytes: postDeposit.form.maxFileBytes } })
  })

  it('without an end is refused, and its connection is closed when it goes on', async () => {
    const socket = await rawSocket(gateway.running.port)
    const { token } = player
    const headers = ['Host: x', `Authorization: Bearer ${token}`, `Content-Type: ${multipart['content-type']}`]
    socket.write(`POST /api/deposit HTTP/1.1\r\n${headers.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n`)
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', send)
    send()
    let text = ''
    socket.on('data', (some: Buffer) => (text += some.toString()))
    await eventually('it is closed', () => socket.destroyed, 8_000)
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(network.behind.uploads).toEqual([])
  })

  it('is known to the service by the key that it shares with the gateway, whatever a client says', async () => {
    network.behind.uploads.length = 0
    expect((await upload('x', { ...multipart, [streamKeyHeader]: 'x' }, player.token)).status).toBe(200)
    expect(network.behind.uploads[0]?.headers).toMatchObject(fromGateway)
  })

  it('reaches the service during maintenance, because the service checks the form and the idempotency key first', async () => {
    await network.setMaintenance(gateway, true)
    expect((await upload('x', multipart, player.token)).status).toBe(200)
    await network.setMaintenance(gateway, false)
    expect(network.behind.uploads).toHaveLength(1)
  })
})

describe('a download', () => {
  it('comes as the service sends it, without what is not for clients', async () => {
    const path = '/api/deposit-requests/01890000-0000-7000-8000-000000000009/proof?page=2'
    const answer = await ask(`${gateway.url}${path}`, { token: player.token })
    expect(answer.body).toEqual({ text: 'picture' })
    expect(network.behind.uploads[0]).toMatchObject({ method: 'GET', url: path })
    const { headers } = answer
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-disposition')).toBe('attachment; filename="proof.png"')
    expect(headers.get('cache-control')).toBe('private, max-age=60')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it('for anyone does not carry a token on', async () => {
    expect((await ask(`${gateway.url}/api/deposit-settings/qr/7`, { token: player.token })).status).toBe(200)
    expect(network.behind.uploads[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each([
    { who: 'a player', token: () => player.token },
    { who: 'nobody', token: () => undefined },
  ])('for admins is not for $who', async ({ token }) => {
    const path = '/api/admin/deposit-requests/01890000-0000-7000-8000-000000000009/proof'
    expectRefusal(await ask(`${gateway.url}${path}`, { token: token() }), 'unauthenticated')
  })
})

it('a service that is down is 503', async () => {
  const alone = await network.gateway({ PAYMENTS_URL: 'http://127.0.0.1:1' })
  const answer = await ask(`${alone.url}/api/deposit-settings/qr/7`)
  expectRefusal(answer, 'unavailable')
  const body = await ask(`${alone.url}/api/deposit`, {
    method: 'POST',
    headers: multipart,
    body: 'x',
    token: player.token,
  })
  expectRefusal(body, 'unavailable')
})

describe('many uploads that stop half-way', () => {
  it('do not stand in the way of downloads, of the QR image, or for long of other uploads', async () => {
    const own = await network.gateway({}, { streamPools: new StreamPools(200) })
    const { port } = new URL(own.url)
    const before = network.behind.brokenOff
    const senders = await Promise.all(Array.from({ length: 33 }, () => network.player()))
    const closed = senders.map(({ token }) => {
      const socket = connect(Number(port), '127.0.0.1')
      const headers = ['Host: x', `Authorization: Bearer ${token}`, `Content-Type: ${multipart['content-type']}`]
      socket.write(`POST /api/deposit HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: 9\r\n\r\nhalf`)
      return once(socket.on('error', () => undefined).resume(), 'close')
    })
    const fetched = (route: { path: string }) =>
      ask(own.url + route.path.replace(/:\w+/, '1'), { token: player.token }).then(({ status }) => status)
    expect(await Promise.all([fetched(getDepositProof.route), fetched(getQrImage.route)])).toEqual([200, 200])
    await Promise.all(closed)
    // The last of them had to wait for a place.
    await eventually('the service is rid of them', () => network.behind.brokenOff === before + senders.length)
    const init: RequestInit = { method: 'POST', headers: multipart, body: 'whole' }
    expect((await ask(`${own.url}/api/deposit`, { ...init, token: player.token })).status).toBe(200)
    await network.stop(own)
  })
})

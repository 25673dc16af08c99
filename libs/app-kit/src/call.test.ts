import { afterEach, describe, expect, it, jest } from '@jest/globals'
import {
  adminGetDepositProof,
  adminListDeposits,
  decideDeposit,
  downloadAccountStatement,
  getLedgerState,
} from '@kismet/contracts'
import type { CallError } from './call-error.ts'
import { call } from './call.ts'
import { download } from './download.ts'

/** So long the app waits for the next byte of a file. */
const silentMs = 60_000

const realFetch = globalThis.fetch
afterEach(() => {
  jest.useRealTimers()
  globalThis.fetch = realFetch
})

const json = (body: unknown, status = 200, headers = {}): Response => Response.json(body, { status, headers })

/** Answers the one call that is made, and hands out what was sent. */
function serve(answer: () => Promise<Response>): jest.Mock<typeof fetch> {
  const served = jest.fn<typeof fetch>().mockImplementation(answer)
  globalThis.fetch = served
  return served
}

const id = '0190b2a0-0000-7000-8000-000000000001'

describe('a call', () => {
  it('puts the fields of the path there, the rest into the body, and the token into its header', async () => {
    const served = serve(() => Promise.resolve(json({ success: false, message: 'no', code: 'not_found' }, 404)))
    await call(decideDeposit, { id: 'a/b', status: 'rejected', adminReason: 'why' }, { token: 't0ken' })
    const [url, request] = served.mock.calls[0] ?? []
    expect(url).toBe('/api/admin/deposit-request/a%2Fb')
    expect(request?.method).toBe('PATCH')
    expect(request?.body).toBe('{"status":"rejected","adminReason":"why"}')
    expect(request?.headers).toMatchObject({ Authorization: 'Bearer t0ken', 'Content-Type': 'application/json' })
  })

  it('puts the fields of a GET into the query', async () => {
    const served = serve(() => Promise.resolve(json({ deposits: [], nextCursor: null, pending: 0 })))
    const result = await call(adminListDeposits, { limit: 200, status: 'pending' }, { token: 't' })
    expect(served.mock.calls[0]?.[0]).toBe('/api/admin/deposit-requests?limit=200&status=pending')
    expect(result.data?.pending).toBe(0)
  })

  it('reads money as paise', async () => {
    const total = {
      playersTotal: 12.34,
      heldTotal: 0,
      openStakesTotal: 0,
      houseTotal: -1.5,
      outsideTotal: 0,
      bonusTotal: 0,
    }
    serve(() =>
      Promise.resolve(json({ success: true, state: 'clean', checkedAt: null, entries: 3, checks: [], ...total })),
    )
    const { data } = await call(getLedgerState, {}, { token: 't' })
    expect(data).toMatchObject({ playersTotal: 1234, houseTotal: -150 })
  })

  const refused = { kind: 'refused', status: 409, code: 'already_decided', message: 'Asha was first.' } as const
  it.each<{ name: string; answer: () => Promise<Response>; error: Partial<CallError> }>([
    {
      name: 'a refusal with its text',
      answer: () => Promise.resolve(json({ success: false, message: 'Asha was first.', code: 'already_decided' }, 409)),
      error: refused,
    },
    {
      name: 'a refusal with a time to wait',
      answer: () => Promise.resolve(json({ code: 'too_many_requests' }, 429, { 'Retry-After': '7' })),
      error: { kind: 'refused', status: 429, code: 'too_many_requests', retryAfterSeconds: 7 },
    },
    {
      name: 'a refusal that is no JSON',
      answer: () => Promise.resolve(new Response('<html>', { status: 502 })),
      error: { kind: 'refused', status: 502, code: null, message: null },
    },
    {
      name: 'an answer that is not of the contract',
      answer: () => Promise.resolve(json({ state: 'fine' })),
      error: { kind: 'malformed', status: 200 },
    },
    {
      name: 'a server that is not reached',
      answer: () => Promise.reject(new TypeError('Failed to fetch')),
      error: { kind: 'network', status: null },
    },
  ])('ends with an error: $name', async ({ answer, error }) => {
    serve(answer)
    expect((await call(getLedgerState, {}, { token: 't' })).error).toMatchObject(error)
  })

  it('ends by itself when no answer comes in time', async () => {
    globalThis.fetch = (_, request) =>
      new Promise((_, reject) => request?.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    expect((await call(getLedgerState, {}, { token: 't', timeoutMs: 5 })).error?.kind).toBe('timeout')
  })

  it('begins in a task of its own, with what is read of its input', async () => {
    serve(() => Promise.resolve(json({ deposits: [], nextCursor: null, pending: 0 })))
    const read: string[] = []
    const input = {
      get limit() {
        read.push('limit')
        return 1
      },
    }
    const answered = call(adminListDeposits, input, { token: 't' })
    await Promise.resolve()
    expect(read).toEqual([])
    expect((await answered).data?.pending).toBe(0)
    expect(read).toEqual(['limit'])
  })

  it('sends nothing that the contract does not allow', async () => {
    const served = serve(() => Promise.resolve(json({})))
    const result = await call(decideDeposit, { id, status: 'rejected', adminReason: 'x'.repeat(501) }, { token: 't' })
    expect(result.error).toMatchObject({ kind: 'refused', status: 400, code: 'invalid_request' })
    expect(served).not.toHaveBeenCalled()
  })
})

describe('files', () => {
  it('a picture comes back as it is', async () => {
    const served = serve(() => Promise.resolve(new Response('picture', { headers: { 'Content-Type': 'image/jpeg' } })))
    const { data } = await download(adminGetDepositProof.route, { id, page: '2' }, { token: 't' })
    expect(served.mock.calls[0]?.[0]).toBe(`/api/admin/deposit-requests/${id}/proof?page=2`)
    expect(data?.type).toBe('image/jpeg')
    expect(await data?.text()).toBe('picture')
  })

  /** Answers with a body that is sent by hand. */
  function serveSlowly(): { send: (text: string) => void; end: () => void } {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    globalThis.fetch = (_, request) =>
      Promise.resolve(
        new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => {
              body = controller
              request?.signal?.addEventListener('abort', () => {
                body = undefined
                controller.error(new Error('aborted'))
              })
            },
          }),
          { headers: { 'Content-Type': 'text/csv' } },
        ),
      )
    return {
      send: (text) => body?.enqueue(new TextEncoder().encode(text)),
      end: () => body?.close(),
    }
  }
  const route = downloadAccountStatement.route
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms)

  it('that comes slowly comes whole, however long that takes', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })
    const { send, end } = serveSlowly()
    const fetched = download(route, {}, { token: 't' })
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`)
    await pass(0)
    for (const line of lines) {
      await pass(silentMs - 1_000)
      send(line)
    }
    await pass(0)
    end()
    await pass(0)
    const { data } = await fetched
    expect(data?.type).toBe('text/csv')
    expect(await data?.text()).toBe(lines.join(''))
  })

  it('that falls silent ends by itself', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })
    const { send } = serveSlowly()
    const fetched = download(route, {}, { token: 't' })
    await pass(0)
    send('line 1\n')
    await pass(silentMs)
    expect((await fetched).error?.kind).toBe('timeout')
  })

  it('that comes on and on ends by itself, too', async () => {
    const { send } = serveSlowly()
    const fetched = download(route, {}, { token: 't', timeoutMs: 50 })
    const drip = setInterval(() => send('line\n'), 1)
    expect((await fetched).error?.kind).toBe('timeout')
    clearInterval(drip)
  })
})

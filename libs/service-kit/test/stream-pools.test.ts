import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import {
  adminGetDepositProof,
  downloadAccountStatement,
  getDepositProof,
  getQrImage,
  limits,
  postDeposit,
  streamRoutes,
} from '@kismet/contracts'
import type { StreamRoute } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { isRefusal } from '../src/refusal.ts'
import { StreamPools } from '../src/stream-pools.ts'

const stallMs = 100
const slowestMs = 60_000
const wholeMs = 120_000
/** What of a form has to come in the time in which its sender may be silent, which is this where nothing is said. */
const leastBytes = 64 * 1024
const defaultStallMs = 15_000
const routes: Readonly<Record<string, StreamRoute>> = {
  upload: postDeposit,
  download: getDepositProof,
  file: downloadAccountStatement,
  admin: adminGetDepositProof,
  public: getQrImage,
}

type Work = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** More than all buffers between two sockets of one machine hold. */
const endless = Buffer.alloc(64 * 1024 * 1024)
const works: Readonly<Record<string, Work>> = {
  file: (_request, response) => Promise.resolve(void response.end('lines')),
  download: (_request, response) => Promise.resolve(void response.end('page')),
  admin: (_request, response) => Promise.resolve(void response.end('page')),
  public: (_request, response) => Promise.resolve(void response.end('picture')),
  // The body is read to its end, or to where its sender leaves.
  async upload(request, response) {
    request.resume()
    await Promise.race([once(request, 'end'), once(request.socket, 'close')])
    response.end('taken')
  },
}

describe('the places for streams', () => {
  let server: Server
  let pools: StreamPools
  let sockets: Socket[]
  const inside: string[] = []
  const work: Record<string, Work> = {}

  beforeEach(async () => {
    pools = new StreamPools(stallMs)
    sockets = []
    inside.length = 0
    Object.assign(work, works)
    server = createServer((request, response) => {
      const [, kind = '', owner = ''] = request.url?.split('/') ?? []
      const route = routes[kind]
      if (route === undefined) throw new Error(`No such stream: ${kind}`)
      const run = async () => {
        inside.push(`${kind} ${owner}`)
        await work[kind]?.(request, response)
      }
      pools.run(route, owner, [request, response], run).catch((error: unknown) => {
        response.statusCode = isRefusal(error) ? error.status : 500
        response.end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })

  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  /** A client that sends `text` and reads nothing. */
  async function open(text: string): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    socket.pause()
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  const get = (kind: string, owner: string) => `GET /${kind}/${owner} HTTP/1.1\r\nHost: x\r\n\r\n`
  const halfForm = (owner: string) => `POST /upload/${owner} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`
  const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`
  const ask = async (path: string, init: RequestInit = {}) => (await fetch(address(path), init)).status
  const stalled = (kind: string) => inside.filter((entry) => entry.startsWith(`${kind} stalls`))

  it('are lost by clients that send half a form and nothing more, so that the next ones get in', async () => {
    for (let person = 0; person < 32; person += 1) await open(halfForm(`stalls-${person}`))
    await eventually('all places are taken', () => stalled('upload').length === 32)
    expect(await ask('upload/honest', { method: 'POST', body: 'whole' })).toBe(200)
  })

  /** Writes again and again until the connection is closed. @returns what came on it */
  async function drip(socket: Socket, bytes: number): Promise<string> {
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).resume()
    const dripping = setInterval(() => socket.write('x'.repeat(bytes)), stallMs / 5)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(dripping)
    return answer
  }

  it.each([1, 4 * 1024])('are lost by a client whose form drips, %i bytes at a time', async (bytes) => {
    const answer = await drip(await open(halfForm('drips').replace('100', '10000000')), bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"invalid_request"')
    expect(inside).toEqual(['upload drips'])
  })

  it('are kept by a client whose form is slow and steady', async () => {
    const slowMs = 1_000
    pools = new StreamPools(slowMs)
    const part = Buffer.alloc(32 * 1024)
    const parts = 8
    const socket = await open(halfForm('steady').replace('100', String('half'.length + parts * part.length)))
    const answered = once(socket.resume(), 'data') as Promise<[Buffer]>
    for (let sent = 0; sent < parts; sent += 1) {
      await delay(slowMs / 4)
      socket.write(part)
    }
    expect((await answered).toString()).toMatch(/^HTTP\/1\.1 200 /)
  })

  describe('and their clocks', () => {
    afterEach(() => void jest.useRealTimers())
    const stopTimersBut = (...running: ('setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval')[]) =>
      jest.useFakeTimers({
        doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date', ...running],
      })

    it('let a client go on whom the server has held up until just now', async () => {
      stopTimersBut('setTimeout', 'clearTimeout')
      pools = new StreamPools(slowestMs)
      const held = Promise.withResolvers<IncomingMessage>()
      work.upload = (request, response) => {
        held.resolve(request.pause())
        request.once('end', () => response.end('taken'))
        return Promise.resolve()
      }
      const socket = await open(halfForm('held'))
      const request = await held.promise
      jest.advanceTimersByTime(slowestMs)
      request.resume()
      jest.advanceTimersByTime(slowestMs)
      socket.write('x'.repeat(96))
      const [answer] = (await once(socket.resume(), 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    })

    it('end a form that drips behind an answer which is not there yet, at once', async () => {
      stopTimersBut('setTimeout', 'clearTimeout')
      pools = new StreamPools(slowestMs)
      work.download = ({ socket }) => once(socket, 'close').then(() => undefined)
      const socket = await open(get('download', 'first') + halfForm('drips'))
      await eventually('both are in', () => inside.length === 2)
      jest.advanceTimersByTime(slowestMs)
      await once(socket.resume(), 'close')
    })

    it('let a file, which is long, come slowly, and end it at last', async () => {
      stopTimersBut('setInterval', 'clearInterval')
      pools = new StreamPools(slowestMs)
      const begun: ServerResponse[] = []
      work.file = (_request, response) => {
        response.write('first line')
        return Promise.resolve(void begun.push(response))
      }
      const [slow, endless] = await Promise.all([fetch(address('file/slow')), fetch(address('file/endless'))])
      jest.advanceTimersByTime(7 * wholeMs)
      begun[0]?.end(', last line')
      expect(await slow.text()).toBe('first line, last line')
      jest.advanceTimersByTime(wholeMs)
      await expect(endless.text()).rejects.toThrow()
    })

    it('let a form come as slowly as may be, for what its length takes so, and end it at last', async () => {
      stopTimersBut('setInterval', 'clearInterval')
      pools = new StreamPools(slowestMs)
      const steps = 10
      const length = steps * leastBytes
      const begin = (owner: string) => open(halfForm(owner).replace('100', String(length)))
      const bothAreIn = Promise.withResolvers<undefined>()
      work.upload = (request, response) => {
        if (inside.length === 2) bothAreIn.resolve(undefined)
        return works.upload?.(request, response) ?? Promise.resolve()
      }
      const [slow, endless] = await Promise.all([begin('slow'), begin('endless')])
      await bothAreIn.promise
      jest.advanceTimersByTime(wholeMs + (steps - 1) * slowestMs)
      slow.write(Buffer.alloc(length - 'half'.length))
      const [answer] = (await once(slow.resume(), 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
      jest.advanceTimersByTime(slowestMs)
      const [refusal] = (await once(endless.resume(), 'data')) as [Buffer]
      expect(refusal.toString()).toMatch(/^HTTP\/1\.1 400 /)
    })

    it('end the longest form of the contracts before its server ends the request', () => {
      const least = leastBytes / (defaultStallMs / 1_000)
      for (const { maxBodyBytes } of streamRoutes.filter(({ form }) => form !== undefined))
        expect(wholeMs + (maxBodyBytes / least) * 1_000).toBeLessThan(limits.body.formWithinMs)
    })

    it('leave open what became of a form that came whole', async () => {
      stopTimersBut('setInterval', 'clearInterval')
      pools = new StreamPools(slowestMs)
      const working = Promise.withResolvers<undefined>()
      work.upload = async (request) => {
        await once(request.resume(), 'end')
        working.resolve(undefined)
      }
      const answer = fetch(address('upload/whole'), { method: 'POST', body: 'whole' })
      await working.promise
      // Its five bytes have a moment, too.
      jest.advanceTimersByTime(wholeMs + 10)
      const { status } = await answer
      expect(status).toBe(503)
      expect(await (await answer).json()).toMatchObject({ success: false, code: 'unavailable' })
    })
  })

  it.each(['download', 'file'])('are lost by clients that read nothing of a long answer of kind %s', async (kind) => {
    work[kind] = (_request, response) => Promise.resolve(void response.end(endless))
    for (let person = 0; person < 32; person += 1) await open(get(kind, `stalls-${person}`))
    await eventually('all places are taken', () => stalled(kind).length === 32)
    work[kind] = (_request, response) => Promise.resolve(void response.end('page'))
    expect(await ask(`${kind}/honest`)).toBe(200)
  })

  it('are lost by a client that asks on one connection again and again and reads nothing', async () => {
    work.download = (_request, response) => Promise.resolve(void response.end(endless))
    const socket = await open(get('download', 'stalls').repeat(8))
    await eventually('it has all that it may have', () => stalled('download').length === 8)
    work.download = (_request, response) => Promise.resolve(void response.end('page'))
    expect(await ask('download/stalls')).toBe(200)
    socket.resume()
    await once(socket, 'close')
  })

  it.each([
    { what: 'works', bytes: 10, before: (request: IncomingMessage) => void request.resume() },
    { what: 'does not read on', bytes: 4_000_000, before: (request: IncomingMessage) => void request.pause() },
  ])('are kept while the server $what, however long that takes', async ({ bytes, before }) => {
    work.upload = async (request, response) => {
      before(request)
      await once(request.socket, 'timeout')
      request.resume()
      if (!request.complete) await once(request, 'end')
      response.end('taken')
    }
    expect(await ask('upload/patient', { method: 'POST', body: Buffer.alloc(bytes) })).toBe(200)
  })

  it.each([
    { flood: 'upload', text: halfForm, others: ['download', 'public'] },
    { flood: 'download', text: (owner: string) => get('download', owner), others: ['upload', 'public', 'admin'] },
    { flood: 'file', text: (owner: string) => get('file', owner), others: ['upload', 'public', 'download', 'admin'] },
    { flood: 'public', text: (owner: string) => get('public', owner), others: ['upload', 'download'] },
  ])('of other kinds are free in a flood of kind $flood', async ({ flood, text, others }) => {
    const held = Promise.withResolvers<undefined>()
    work[flood] = async (_request, response) => {
      await held.promise
      response.end()
    }
    for (let person = 0; person < 33; person += 1) await open(text(`floods-${person}`))
    await eventually('the pool is full', () => inside.length === 32)
    for (const kind of others)
      expect(await ask(`${kind}/honest`, kind === 'upload' ? { method: 'POST', body: 'whole' } : {})).toBe(200)
    expect(inside.filter((entry) => entry.startsWith(flood))).toHaveLength(32)
    held.resolve(undefined)
  })

  it('of files are two for one person', async () => {
    const held: ServerResponse[] = []
    work.file = (_request, response) => Promise.resolve(void held.push(response))
    for (let index = 0; index < 3; index += 1) await open(get('file', 'greedy'))
    const other = ask('file/other')
    await eventually('another person gets in', () => inside.includes('file other'))
    expect(inside.filter((entry) => entry === 'file greedy')).toHaveLength(2)
    for (const response of held) response.end()
    expect(await other).toBe(200)
    await eventually('the third one is there', () => held.length === 4)
  })

  it('are not all for one person, and who has left while waiting is forgotten', async () => {
    const held = Promise.withResolvers<undefined>()
    work.upload = async (_request, response) => {
      await held.promise
      response.end()
    }
    for (let index = 0; index < 4; index += 1) await open(halfForm('greedy'))
    await eventually('four are in', () => inside.length === 4)
    const connected = once(server, 'connection') as Promise<[Socket]>
    const waiting = await open(halfForm('greedy'))
    const [left] = await connected
    await open(halfForm('other'))
    await eventually('another person gets in', () => inside.includes('upload other'))
    waiting.destroy()
    await eventually('the server knows that it has left', () => left.destroyed)
    held.resolve(undefined)
    expect(await ask('upload/greedy', { method: 'POST', body: 'whole' })).toBe(200)
    expect(inside.filter((entry) => entry === 'upload greedy')).toHaveLength(5)
  })
})

import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { StreamPools } from '../src/stream-pools.ts'
import { endless, get, halfForm, readForm, StreamStage, whole } from './stream-stage.ts'

const stallMs = 100
const slowestMs = 60_000
const wholeMs = 120_000
const wholeMsOfForm = 300_000

describe('the places for streams', () => {
  let stage: StreamStage
  beforeEach(async () => {
    stage = await StreamStage.set(stallMs)
  })
  afterEach(() => stage.strike())

  it('are lost by clients that send half a form and nothing more, so that the next ones get in', async () => {
    for (let person = 0; person < 32; person += 1) await stage.open(halfForm(`stalls-${person}`))
    await eventually('all places are taken', () => stage.stalled('upload').length === 32)
    expect(await stage.ask('upload/honest', whole)).toBe(200)
  })

  it('are kept by a client whose form is slow and steady', async () => {
    const slowMs = 3_000
    stage.pools = new StreamPools(slowMs)
    const part = Buffer.alloc(32 * 1024)
    const parts = 8
    const socket = await stage.open(halfForm('steady').replace('100', String('half'.length + parts * part.length)))
    const answered = once(socket.resume(), 'data') as Promise<[Buffer]>
    for (let sent = 0; sent < parts; sent += 1) {
      await delay(slowMs / 6)
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

    it('let a file, which is long, come slowly, and end it at last', async () => {
      stopTimersBut('setInterval', 'clearInterval')
      stage.pools = new StreamPools(slowestMs)
      const begun: ServerResponse[] = []
      stage.work.file = (_request, response) => {
        response.write('first line')
        return Promise.resolve(void begun.push(response))
      }
      const [slow, endless] = await Promise.all([
        fetch(stage.address('file/slow')),
        fetch(stage.address('file/endless')),
      ])
      jest.advanceTimersByTime(7 * wholeMs)
      begun[0]?.end(', last line')
      expect(await slow.text()).toBe('first line, last line')
      jest.advanceTimersByTime(wholeMs)
      await expect(endless.text()).rejects.toThrow()
    })

    it('let a form come slowly, and end it at last', async () => {
      stopTimersBut('setInterval', 'clearInterval')
      stage.pools = new StreamPools(slowestMs)
      const bothAreIn = Promise.withResolvers<undefined>()
      stage.work.upload = (request, response) => {
        if (stage.inside.length === 2) bothAreIn.resolve(undefined)
        return readForm(request, response)
      }
      const [slow, endless] = await Promise.all([stage.open(halfForm('slow')), stage.open(halfForm('endless'))])
      await bothAreIn.promise
      jest.advanceTimersByTime(wholeMsOfForm - 1)
      slow.write('x'.repeat(96))
      const [answer] = (await once(slow.resume(), 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
      jest.advanceTimersByTime(1)
      const [refusal] = (await once(endless.resume(), 'data')) as [Buffer]
      expect(refusal.toString()).toMatch(/^HTTP\/1\.1 400 /)
      expect(wholeMsOfForm).toBeLessThan(limits.body.formWithinMs)
    })

    it('leave open what became of a form that came whole', async () => {
      stopTimersBut('setInterval', 'clearInterval')
      stage.pools = new StreamPools(slowestMs)
      const working = Promise.withResolvers<undefined>()
      stage.work.upload = async (request) => {
        await once(request.resume(), 'end')
        working.resolve(undefined)
      }
      const answer = fetch(stage.address('upload/whole'), { method: 'POST', body: 'whole' })
      await working.promise
      jest.advanceTimersByTime(wholeMsOfForm)
      const { status } = await answer
      expect(status).toBe(503)
      expect(await (await answer).json()).toMatchObject({ success: false, code: 'unavailable' })
    })
  })

  it.each(['download', 'file'])('are lost by clients that read nothing of a long answer of kind %s', async (kind) => {
    stage.work[kind] = (_request, response) => Promise.resolve(void response.end(endless))
    for (let person = 0; person < 32; person += 1) await stage.open(get(kind, `stalls-${person}`))
    await eventually('all places are taken', () => stage.stalled(kind).length === 32)
    stage.work[kind] = (_request, response) => Promise.resolve(void response.end('page'))
    expect(await stage.ask(`${kind}/honest`)).toBe(200)
  })

  it('are lost by a client that asks on one connection again and again and reads nothing', async () => {
    stage.work.download = (_request, response) => Promise.resolve(void response.end(endless))
    const socket = await stage.open(get('download', 'stalls').repeat(8))
    await eventually('it has all that it may have', () => stage.stalled('download').length === 8)
    stage.work.download = (_request, response) => Promise.resolve(void response.end('page'))
    expect(await stage.ask('download/stalls')).toBe(200)
    socket.resume()
    await once(socket, 'close')
  })

  it.each([
    { what: 'works', bytes: 10, before: (request: IncomingMessage) => void request.resume() },
    { what: 'does not read on', bytes: 4_000_000, before: (request: IncomingMessage) => void request.pause() },
  ])('are kept while the server $what, however long that takes', async ({ bytes, before }) => {
    stage.work.upload = async (request, response) => {
      before(request)
      await once(request.socket, 'timeout')
      request.resume()
      if (!request.complete) await once(request, 'end')
      response.end('taken')
    }
    expect(await stage.ask('upload/patient', { method: 'POST', body: Buffer.alloc(bytes) })).toBe(200)
  })

  it.each([
    { flood: 'upload', text: halfForm, others: ['download', 'public', 'desk'] },
    { flood: 'download', text: (owner: string) => get('download', owner), others: ['upload', 'public', 'admin'] },
    { flood: 'file', text: (owner: string) => get('file', owner), others: ['upload', 'public', 'download', 'admin'] },
    { flood: 'public', text: (owner: string) => get('public', owner), others: ['upload', 'download'] },
  ])('of other kinds are free in a flood of kind $flood', async ({ flood, text, others }) => {
    const held = Promise.withResolvers<undefined>()
    stage.work[flood] = async (_request, response) => {
      await held.promise
      response.end()
    }
    for (let person = 0; person < 33; person += 1) await stage.open(text(`floods-${person}`))
    await eventually('the pool is full', () => stage.inside.length === 32)
    for (const kind of others)
      expect(await stage.ask(`${kind}/honest`, kind === 'upload' || kind === 'desk' ? whole : {})).toBe(200)
    expect(stage.inside.filter((entry) => entry.startsWith(flood))).toHaveLength(32)
    held.resolve(undefined)
  })

  it('of files are two for one person', async () => {
    const held: ServerResponse[] = []
    stage.work.file = (_request, response) => Promise.resolve(void held.push(response))
    for (let index = 0; index < 3; index += 1) await stage.open(get('file', 'greedy'))
    const other = stage.ask('file/other')
    await eventually('another person gets in', () => stage.inside.includes('file other'))
    expect(stage.inside.filter((entry) => entry === 'file greedy')).toHaveLength(2)
    for (const response of held) response.end()
    expect(await other).toBe(200)
    await eventually('the third one is there', () => held.length === 4)
  })

  it('are not all for one person, and who has left while waiting is forgotten', async () => {
    const held = Promise.withResolvers<undefined>()
    stage.work.upload = async (_request, response) => {
      await held.promise
      response.end()
    }
    for (let index = 0; index < 4; index += 1) await stage.open(halfForm('greedy'))
    await eventually('four are in', () => stage.inside.length === 4)
    const connected = once(stage.server, 'connection') as Promise<[Socket]>
    const waiting = await stage.open(halfForm('greedy'))
    const [left] = await connected
    await stage.open(halfForm('other'))
    await eventually('another person gets in', () => stage.inside.includes('upload other'))
    waiting.destroy()
    await eventually('the server knows that it has left', () => left.destroyed)
    held.resolve(undefined)
    expect(await stage.ask('upload/greedy', whole)).toBe(200)
    expect(stage.inside.filter((entry) => entry === 'upload greedy')).toHaveLength(5)
  })
})

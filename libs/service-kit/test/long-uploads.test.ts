import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { halfForm, readForm, StreamStage, whole } from './stream-stage.ts'

const slowestMs = 60_000
const patienceMs = 45_000
const longBytes = 4 * 1024 * 1024

describe('the places for uploads', () => {
  let stage: StreamStage
  beforeEach(async () => {
    stage = await StreamStage.set(slowestMs)
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date', 'setInterval', 'clearInterval'],
    })
  })
  afterEach(async () => {
    jest.useRealTimers()
    await stage.strike()
  })

  /** As many as there are places, of eight people: each says that it is long, and nothing hurries it. */
  async function fillForms(): Promise<Socket[]> {
    const allAreIn = Promise.withResolvers<undefined>()
    stage.work.upload = (request, response) => {
      if (stage.inside.length === 32) allAreIn.resolve(undefined)
      return readForm(request, response)
    }
    const long = (person: number) => halfForm(`slow-${person}`).replace('100', String(longBytes))
    const slow = await Promise.all(Array.from({ length: 32 }, (_, index) => stage.open(long(index % 8))))
    await allAreIn.promise
    return slow
  }

  it('are left to long forms while nobody waits, and are given up one by one to who does', async () => {
    const slow = new Set(await fillForms())
    jest.advanceTimersByTime(patienceMs)
    const goOn = async () => {
      expect(await stage.ask('download/other')).toBe(200)
      expect([...slow].filter(({ destroyed }) => destroyed)).toHaveLength(0)
    }
    await goOn()
    for (const next of ['first', 'second', 'third']) {
      const closed = Promise.withResolvers<Socket>()
      for (const socket of slow) socket.resume().once('close', () => closed.resolve(socket))
      await stage.open(halfForm(next))
      slow.delete(await closed.promise)
      await goOn()
      expect(stage.inside).toContain(`upload ${next}`)
    }
  })

  it('are given up by forms that have had their time when somebody has waited for them to have it', async () => {
    await fillForms()
    const asked = once(stage.server, 'request')
    const waiting = stage.ask('upload/honest', whole)
    await asked
    jest.advanceTimersByTime(patienceMs - 1)
    expect(await stage.ask('download/other')).toBe(200)
    expect(stage.inside).not.toContain('upload honest')
    jest.advanceTimersByTime(1)
    expect(await waiting).toBe(200)
  })
})

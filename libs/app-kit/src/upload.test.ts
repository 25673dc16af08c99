import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { postDepositSettings } from '@kismet/contracts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { nextTask } from './next-task.ts'
import { FakeGateway, ok, refuse } from './testing/fake-gateway.ts'
import { upload, useUploadProgress } from './upload.ts'

const image = new File(['picture'], 'qr.png', { type: 'image/png' })
const settings = { qrImage: null, utr: 'KISMET', version: 'v1' }
const sent = (gateway: FakeGateway): FormData => gateway.sent[0]?.body as FormData

/** So long the app waits for the next byte to leave, and then for the answer. */
const silentMs = 120_000

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  cleanup()
})

describe('an upload', () => {
  it('has the fields of its contract, and leaves the content type to the browser', async () => {
    const gateway = new FakeGateway()
    gateway.answer(postDepositSettings, () => ok({ settings }))
    const { data } = await upload(postDepositSettings, { utr: undefined, qrImage: image }, { token: 't' })
    expect(data).toEqual({ settings })
    expect([...sent(gateway).keys()]).toEqual(['qrImage'])
    expect(gateway.sent[0]?.headers.get('Authorization')).toBe('Bearer t')
    expect(gateway.sent[0]?.headers.has('Content-Type')).toBe(false)
  })

  it('is refused as a call is', async () => {
    new FakeGateway().answer(postDepositSettings, () => refuse('payload_too_large'))
    const { error } = await upload(postDepositSettings, { qrImage: image }, { token: 't' })
    expect(error).toMatchObject({ kind: 'refused', status: 413, code: 'payload_too_large' })
  })

  it('that does not get through ends as a call does', async () => {
    new FakeGateway().answer(postDepositSettings, () => null)
    expect((await upload(postDepositSettings, { qrImage: image }, { token: 't' })).error?.kind).toBe('network')
  })

  it('tells how far it is while it lasts, and can be cancelled until all has left', async () => {
    let answer: () => void = () => undefined
    new FakeGateway().answer(postDepositSettings, async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return ok({ settings })
    })
    const { result } = renderHook(() => useUploadProgress(postDepositSettings))
    expect(result.current).toBeNull()
    let ended = act(() => upload(postDepositSettings, { qrImage: image }, { token: 't' }))
    await act(nextTask)
    expect(result.current?.share).toBe(0.5)
    await act(async () => {
      answer()
      await ended
    })
    expect(result.current).toBeNull()

    ended = act(() => upload(postDepositSettings, { qrImage: image }, { token: 't' }))
    await act(nextTask)
    act(() => result.current?.cancel?.())
    expect((await ended).error?.kind).toBe('cancelled')
    expect(result.current).toBeNull()
  })

  it('that is ended before it begins is not sent', async () => {
    const gateway = new FakeGateway()
    gateway.answer(postDepositSettings, () => ok({ settings }))
    const ending = new AbortController()
    const ended = upload(postDepositSettings, { qrImage: image }, { token: 't', signal: ending.signal })
    ending.abort()
    expect((await ended).data).toBeUndefined()
    expect(gateway.sent).toEqual([])
  })

  describe('over a slow line', () => {
    /** All clocks are in the hand of the test: the one of the whole is none of Jest's. */
    function takeClocks(): void {
      jest.useFakeTimers({ advanceTimers: true, doNotFake: ['nextTick', 'queueMicrotask'] })
      jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        const whole = new AbortController()
        setTimeout(() => whole.abort(), ms)
        return whole.signal
      })
    }
    const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms)
    /** An upload whose answer is in the hand of the test. */
    async function begin(options: { timeoutMs?: number } = {}) {
      const answer = Promise.withResolvers<undefined>()
      const gateway = new FakeGateway()
      gateway.answer(postDepositSettings, async () => {
        await answer.promise
        return ok({ settings })
      })
      const sent: XMLHttpRequest[] = []
      class Seen extends globalThis.XMLHttpRequest {
        constructor() {
          super()
          sent.push(this)
        }
      }
      Object.defineProperty(globalThis, 'XMLHttpRequest', { configurable: true, value: Seen })
      const ended = upload(postDepositSettings, { qrImage: image }, { token: 't', ...options })
      await nextTask()
      const progress = () => Object.assign(new Event('progress'), { loaded: 1, total: 2 })
      return { ended, answer: () => answer.resolve(undefined), leave: () => sent[0]?.upload.dispatchEvent(progress()) }
    }

    it('goes on as long as some of it leaves', async () => {
      takeClocks()
      const { ended, answer, leave } = await begin()
      await pass(silentMs - 1_000)
      leave()
      await pass(silentMs - 1_000)
      answer()
      await pass(0)
      expect((await ended).data).toEqual({ settings })
    })

    it('of which nothing leaves any more, or that is not answered, ends by itself', async () => {
      takeClocks()
      const { ended } = await begin()
      await pass(silentMs)
      expect((await ended).error?.kind).toBe('timeout')
    })

    it('ends at last, too', async () => {
      const { ended, leave } = await begin({ timeoutMs: 50 })
      const leaving = setInterval(leave, 1)
      expect((await ended).error?.kind).toBe('timeout')
      clearInterval(leaving)
    })
  })
})

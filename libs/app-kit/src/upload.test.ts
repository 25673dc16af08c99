import { afterEach, describe, expect, it } from '@jest/globals'
import { postDepositSettings } from '@kismet/contracts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { nextTask } from './next-task.ts'
import { FakeGateway, ok, refuse } from './testing/fake-gateway.ts'
import { upload, useSending } from './upload.ts'

const image = new File(['picture'], 'qr.png', { type: 'image/png' })
const settings = { qrImage: null, utr: 'KISMET', version: 'v1' }
const sent = (gateway: FakeGateway): FormData => gateway.sent[0]?.body as FormData

afterEach(cleanup)

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
    const { result } = renderHook(() => useSending(postDepositSettings))
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
})

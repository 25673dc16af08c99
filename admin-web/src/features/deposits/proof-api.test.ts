import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { picture } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminGetDepositProof } from '@kismet/contracts'
import { sessionEnded } from '../../entities/session/session-slice.ts'
import { createStore } from '../../shell/store.ts'
import { BackOffice, sessionOf } from '../../testing/open-app.tsx'
import { proofApi } from './proof-api.ts'

const revoked = jest.fn<(url: string) => void>()
beforeEach(() => {
  revoked.mockClear()
  URL.revokeObjectURL = revoked
})
afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

function openShelf() {
  const office = new BackOffice()
  const { dispatch } = createStore(sessionOf('owner'))
  const look = (id: string, page = 1) => dispatch(proofApi.endpoints.getProof.initiate({ id, page }))
  return { office, dispatch, look, fetched: () => office.requestsOf(adminGetDepositProof).length }
}

describe('proofs', () => {
  it('are fetched once for each page', async () => {
    const { look, fetched } = openShelf()
    const [first, again, second] = await Promise.all([look('a'), look('a'), look('a', 2)])
    expect(fetched()).toBe(2)
    expect(first.data).toEqual(again.data)
    expect(second.data?.url).not.toBe(first.data?.url)
  })

  it('stay for two minutes after a look, and are fetched again after that', async () => {
    jest.useFakeTimers()
    const { look, fetched } = openShelf()
    const first = look('a')
    await jest.advanceTimersByTimeAsync(100)
    const { data } = await first
    first.unsubscribe()
    await jest.advanceTimersByTimeAsync(110_000)
    const again = look('a')
    await jest.advanceTimersByTimeAsync(100)
    expect((await again).data).toEqual(data)
    again.unsubscribe()
    await jest.advanceTimersByTimeAsync(130_000)
    expect(revoked.mock.calls).toEqual([[data?.url]])
    void look('a')
    await jest.advanceTimersByTimeAsync(100)
    expect(fetched()).toBe(2)
  })

  it.each(['text/html', 'image/svg+xml', ''])('of the type "%s" are not shown', async (type) => {
    const { office, look } = openShelf()
    office.answer(adminGetDepositProof, () => picture(type as 'image/jpeg'))
    expect((await look('a')).error).toMatchObject({ kind: 'malformed' })
  })

  it('that failed are fetched again at the next look', async () => {
    const { office, look } = openShelf()
    office.answer(adminGetDepositProof, () => null)
    expect((await look('a')).error).toMatchObject({ kind: 'network' })
    office.answer(adminGetDepositProof, () => picture('image/jpeg'))
    expect((await look('a')).data).toBeDefined()
  })

  it('go with the session', async () => {
    const { dispatch, look } = openShelf()
    await Promise.all([look('a'), look('b')])
    dispatch(sessionEnded('logout'))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(revoked).toHaveBeenCalledTimes(2)
  })
})

import { afterEach, expect, it, jest } from '@jest/globals'
import { unanswered } from '../call-error.ts'
import { measureClock } from './server-clock.ts'

afterEach(() => {
  jest.restoreAllMocks()
})

/** A browser whose clock stands 5 s behind the server's, and pings that take so long, all of it on their way there. */
function pingsOf(...tripsMs: (number | null)[]): { measure: () => Promise<number | null>; asked: () => number } {
  let nowMs = 1_000_000
  let asked = 0
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs)
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
  return {
    asked: () => asked,
    measure: () =>
      measureClock(() => {
        const tripMs = tripsMs[asked++] ?? null
        if (tripMs === null) return Promise.resolve({ error: unanswered('timeout') })
        nowMs += tripMs
        return Promise.resolve({ data: { serverTime: nowMs + 5_000 } } as never)
      }),
  }
}

it('takes the quickest of eight pings', async () => {
  const { measure, asked } = pingsOf(400, 90, 20, 300, 80, 1_000, 60, 40, 2)
  expect(await measure()).toBe(5_010)
  expect(asked()).toBe(8)
})

it('takes what it has when an answer stays away, and nothing when it has none', async () => {
  expect(await pingsOf(100, null).measure()).toBe(5_050)
  expect(await pingsOf(null).measure()).toBeNull()
})

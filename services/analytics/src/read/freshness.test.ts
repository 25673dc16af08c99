import { expect, it } from '@jest/globals'
import { Freshness } from './freshness.ts'

const nowMs = 1_760_000_000_000

it('is fresh for a minute after the newest moment until which all was taken, and not before anything was', () => {
  const freshness = new Freshness()
  expect(freshness.isFresh(nowMs)).toBe(false)
  freshness.takenUntil(nowMs)
  freshness.takenUntil(nowMs - 1_000)
  expect(freshness.isFresh(nowMs + 59_999)).toBe(true)
  expect(freshness.isFresh(nowMs + 60_000)).toBe(false)
})

it('has looked once all was taken until some moment, and lets who asks before that wait', async () => {
  const freshness = new Freshness()
  const asked = freshness.firstLook().then(() => freshness.isFresh(nowMs))
  freshness.takenUntil(nowMs)
  expect(await asked).toBe(true)
})

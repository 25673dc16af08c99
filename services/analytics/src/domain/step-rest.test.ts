import { expect, it } from '@jest/globals'
import { restAfterStep } from './step-rest.ts'

it.each([
  { what: 'a quick step of many heads', heads: 5_000, tookMs: 100, restMs: 2_000 },
  { what: 'a long step of many heads', heads: 5_000, tookMs: 1_000, restMs: 5_000 },
  { what: 'a very long step of many heads', heads: 5_000, tookMs: 60_000, restMs: 20_000 },
  { what: 'a long step of few heads on a busy machine', heads: 1, tookMs: 4_000, restMs: 2_000 },
])('after $what readers wait $restMs ms for the next step', ({ heads, tookMs, restMs }) => {
  expect(restAfterStep({ heads, tookMs }, 2_000)).toBe(restMs)
})

import { expect, it } from '@jest/globals'
import { retryMs } from './promise-schedule.ts'

it.each([
  [1, 1_000],
  [2, 2_000],
  [6, 32_000],
  [7, 60_000],
  [1_000_000, 60_000],
])('after try %d a credit waits %d ms', (attempts, waitMs) => {
  expect(retryMs(attempts)).toBe(waitMs)
})

import { expect, it } from '@jest/globals'
import { usualMinutesOf } from './usual-minutes.ts'

const minute = 60_000

it.each([
  { count: 0, medianMs: null, told: null },
  { count: 19, medianMs: 7 * minute, told: null },
  { count: 20, medianMs: 0, told: 5 },
  { count: 20, medianMs: 5 * minute, told: 5 },
  { count: 20, medianMs: 5 * minute + 1, told: 10 },
  { count: 100, medianMs: 60 * minute, told: 60 },
  { count: 100, medianMs: 60 * minute + 1, told: 120 },
  { count: 100, medianMs: 26 * 60 * minute, told: 26 * 60 },
])('of $count decisions with a median of $medianMs ms players are told $told minutes', ({ told, ...decisions }) => {
  expect(usualMinutesOf(decisions)).toBe(told)
})

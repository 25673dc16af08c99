import { expect, it } from '@jest/globals'
import { usualMinutesOf } from './usual-minutes.ts'

const minute = 60_000

it.each([
  { count: 0, mostWithinMs: null, told: null },
  { count: 19, mostWithinMs: 7 * minute, told: null },
  { count: 20, mostWithinMs: 0, told: 5 },
  { count: 20, mostWithinMs: 5 * minute, told: 5 },
  { count: 20, mostWithinMs: 5 * minute + 1, told: 10 },
  { count: 100, mostWithinMs: 60 * minute, told: 60 },
  { count: 100, mostWithinMs: 60 * minute + 1, told: 120 },
  { count: 100, mostWithinMs: 26 * 60 * minute, told: 26 * 60 },
])(
  'of $count decisions, nine of ten within $mostWithinMs ms, players are told $told minutes',
  ({ told, ...decisions }) => {
    expect(usualMinutesOf(decisions)).toBe(told)
  },
)

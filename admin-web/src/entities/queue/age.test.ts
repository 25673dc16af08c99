import { describe, expect, it } from '@jest/globals'
import { patienceOf } from './age.ts'

describe('the colour of an age', () => {
  it.each([
    { minutes: 0, is: 'fresh' },
    { minutes: 4.99, is: 'fresh' },
    { minutes: 5, is: 'slow' },
    { minutes: 14.99, is: 'slow' },
    { minutes: 15, is: 'late' },
    { minutes: 1_440, is: 'late' },
  ])('$minutes minutes: $is', ({ minutes, is }) => {
    expect(patienceOf(minutes * 60_000)).toBe(is)
  })
})

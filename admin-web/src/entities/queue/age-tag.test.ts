import { describe, expect, it } from '@jest/globals'
import { patienceOf } from './age-tag.tsx'

describe('the colour of an age', () => {
  it.each([
    { kind: 'deposit', minutes: 0, is: 'fresh' },
    { kind: 'deposit', minutes: 4.99, is: 'fresh' },
    { kind: 'deposit', minutes: 5, is: 'slow' },
    { kind: 'deposit', minutes: 14.99, is: 'slow' },
    { kind: 'deposit', minutes: 15, is: 'late' },
    { kind: 'deposit', minutes: 1_440, is: 'late' },
    { kind: 'withdrawal', minutes: 14.99, is: 'fresh' },
    { kind: 'withdrawal', minutes: 15, is: 'slow' },
    { kind: 'withdrawal', minutes: 29.99, is: 'slow' },
    { kind: 'withdrawal', minutes: 30, is: 'late' },
    { kind: 'message', minutes: 59.99, is: 'fresh' },
    { kind: 'message', minutes: 60, is: 'slow' },
    { kind: 'message', minutes: 10_000, is: 'slow' },
  ] as const)('$kind, $minutes minutes: $is', ({ kind, minutes, is }) => {
    expect(patienceOf(kind, minutes * 60_000)).toBe(is)
  })
})

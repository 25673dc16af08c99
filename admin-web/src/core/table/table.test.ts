import { describe, expect, it } from '@jest/globals'
import { neighbour } from './table.ts'

describe('next and previous', () => {
  it.each([
    { from: 'a', step: 1, to: 'b' },
    { from: 'c', step: 1, to: null },
    { from: 'b', step: -1, to: 'a' },
    { from: 'a', step: -1, to: null },
    { from: null, step: 1, to: 'a' },
    { from: 'x', step: 1, to: 'a' },
  ] as const)('from $from by $step: $to', ({ from, step, to }) => {
    expect(neighbour(['a', 'b', 'c'], from, step)).toBe(to)
  })

  it('is nowhere in an empty list', () => {
    expect(neighbour([], null, 1)).toBeNull()
  })
})

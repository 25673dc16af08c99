import { describe, expect, it } from '@jest/globals'
import { countTests, describeCount } from './test-count.ts'

const report = {
  numPassedTests: 12,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
}

describe('the closing line of the tests', () => {
  it.each<[string, Partial<typeof report>, string]>([
    ['all passed', {}, '12 passed, 0 failed'],
    ['some failed', { numFailedTests: 2 }, '12 passed, 2 failed'],
    ['a file that did not load', { numRuntimeErrorTestSuites: 1 }, '12 passed, 1 failed'],
    ['some skipped', { numPendingTests: 1, numTodoTests: 2 }, '12 passed, 0 failed, 3 skipped'],
  ])('%s', (_name, numbers, line) => {
    expect(describeCount(countTests(JSON.stringify({ ...report, ...numbers })))).toBe(line)
  })

  it('refuses what is no report', () => {
    expect(() => countTests('{}')).toThrow()
  })
})

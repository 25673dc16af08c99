import { describe, expect, it } from '@jest/globals'
import { isFinalAnswer, retryDelayMs } from './mail-retry.ts'

describe('a mail that failed', () => {
  it.each([
    { attempt: 1, delayMs: 250 },
    { attempt: 2, delayMs: 1_000 },
    { attempt: 4, delayMs: 16_000 },
    { attempt: 5, delayMs: 60_000 },
    { attempt: 9, delayMs: 60_000 },
    { attempt: 1_000, delayMs: 60_000 },
  ])('is tried again after attempt $attempt in $delayMs ms', ({ attempt, delayMs }) => {
    expect(retryDelayMs(attempt)).toBe(delayMs)
  })

  it.each([
    { responseCode: undefined, final: false },
    { responseCode: 421, final: false },
    { responseCode: 451, final: false },
    { responseCode: 550, final: true },
  ])('with the answer $responseCode is final: $final', ({ responseCode, final }) => {
    expect(isFinalAnswer(responseCode)).toBe(final)
  })
})

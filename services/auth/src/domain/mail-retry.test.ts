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
    { command: 'DATA', responseCode: undefined, final: false },
    { command: 'RCPT TO', responseCode: 421, final: false },
    { command: 'DATA', responseCode: 451, final: false },
    { command: 'RCPT TO', responseCode: 550, final: true },
    { command: 'DATA', responseCode: 554, final: true },
    { command: 'CONN', responseCode: 554, final: false },
    { command: 'STARTTLS', responseCode: 502, final: false },
    { command: 'AUTH PLAIN', responseCode: 535, final: false },
    { command: 'MAIL FROM', responseCode: 530, final: false },
    { command: undefined, responseCode: 550, final: false },
  ])('with the answer $responseCode to $command is final: $final', ({ final, ...answer }) => {
    expect(isFinalAnswer(answer)).toBe(final)
  })
})

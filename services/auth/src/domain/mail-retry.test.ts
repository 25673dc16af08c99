import { describe, expect, it } from '@jest/globals'
import { isFinalAnswer, isOfMailbox, retryDelayMs } from './mail-retry.ts'

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
    // What it is of: the mailbox, us, or nobody can say.
    { command: 'RCPT TO', responseCode: 550, enhancedCode: '5.1.1', of: 'mailbox', final: true },
    { command: 'RCPT TO', responseCode: 556, enhancedCode: '5.1.10', of: 'mailbox', final: true },
    { command: 'DATA', responseCode: 552, enhancedCode: '5.2.2', of: 'mailbox', final: true },
    { command: 'RCPT TO', responseCode: 450, enhancedCode: '4.1.1', of: 'mailbox', final: false },
    { command: 'RCPT TO', responseCode: 452, enhancedCode: '4.2.2', of: 'mailbox', final: false },
    // Relay access denied, a client or sender that is refused late, a mail that is.
    { command: 'RCPT TO', responseCode: 554, enhancedCode: '5.7.1', of: 'us', final: false },
    { command: 'RCPT TO', responseCode: 550, enhancedCode: '5.1.0', of: 'us', final: false },
    { command: 'RCPT TO', responseCode: 550, enhancedCode: '5.1.8', of: 'us', final: false },
    // Of Microsoft: too many recipients a day, and sent as somebody else.
    { command: 'RCPT TO', responseCode: 550, enhancedCode: '5.1.90', of: 'us', final: false },
    { command: 'DATA', responseCode: 554, enhancedCode: '5.2.0', of: 'us', final: false },
    { command: 'DATA', responseCode: 554, enhancedCode: '5.2.252', of: 'us', final: false },
    { command: 'DATA', responseCode: 550, enhancedCode: '5.7.1', of: 'us', final: false },
    { command: 'MAIL FROM', responseCode: 550, enhancedCode: '5.1.1', of: 'us', final: false },
    { command: 'MAIL FROM', responseCode: 530, enhancedCode: '5.7.0', of: 'us', final: false },
    { command: 'AUTH PLAIN', responseCode: 535, enhancedCode: '5.7.8', of: 'us', final: false },
    { command: 'CONN', responseCode: 554, enhancedCode: undefined, of: 'us', final: false },
    { command: 'RCPT TO', responseCode: 550, enhancedCode: undefined, of: 'nobody knows whom', final: false },
    { command: 'DATA', responseCode: 451, enhancedCode: undefined, of: 'nobody knows whom', final: false },
    { command: 'DATA', responseCode: undefined, enhancedCode: undefined, of: 'nobody knows whom', final: false },
    { command: undefined, responseCode: 550, enhancedCode: '5.1.1', of: 'nobody knows whom', final: false },
  ])(
    'with the answer $responseCode $enhancedCode to $command, which is of $of, is final: $final',
    ({ of, final, ...answer }) => {
      expect([isOfMailbox(answer), isFinalAnswer(answer)]).toEqual([of === 'mailbox', final])
    },
  )
})

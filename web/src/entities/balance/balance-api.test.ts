import { unanswered } from '@kismet/app-kit/call-error.ts'
import { describe, expect, it } from '@jest/globals'
import { balanceRetryMs } from './balance-api.ts'

describe('balanceRetryMs (spec 8.3)', () => {
  it.each([
    ['network', 1, 1_000],
    ['network', 2, 2_000],
    ['network', 3, 4_000],
    ['network', 4, null],
    ['timeout', 1, 2_000],
    ['timeout', 2, null],
    ['malformed', 1, null],
  ] as const)('%s after %i calls: %s', (kind, sent, waitMs) =>
    expect(balanceRetryMs({ sent, error: unanswered(kind) })).toBe(waitMs),
  )
})

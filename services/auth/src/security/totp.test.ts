import { describe, expect, it } from '@jest/globals'
import { totpRules } from '@kismet/contracts'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { randomGroups, stepOfCode, totpTexts } from './totp.ts'

/** The secret of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890')
const { periodMs } = totpRules

describe('a code of an authenticator app', () => {
  // The last 6 of the 8 digits that the appendix has.
  it.each([
    { seconds: 59, code: '287082' },
    { seconds: 1_111_111_109, code: '081804' },
    { seconds: 1_111_111_111, code: '050471' },
    { seconds: 1_234_567_890, code: '005924' },
    { seconds: 2_000_000_000, code: '279037' },
    { seconds: 20_000_000_000, code: '353130' },
  ])('at $seconds s is $code', ({ seconds, code }) => {
    const nowMs = seconds * 1_000
    expect(stepOfCode(secret, code, { nowMs, lastStep: null })).toBe(Math.floor(nowMs / periodMs))
  })

  // 287082 is the code of the period from 30 s to 60 s, which is number 1.
  it.each([
    { nowMs: -1, step: undefined },
    { nowMs: 0, step: 1 },
    { nowMs: 30_000, step: 1 },
    { nowMs: 89_999, step: 1 },
    { nowMs: 90_000, step: undefined },
  ])('counts one period early or late: at $nowMs ms it is of period $step', ({ nowMs, step }) => {
    expect(stepOfCode(secret, '287082', { nowMs, lastStep: null })).toBe(step)
  })

  it.each([
    { lastStep: 0, step: 1 },
    { lastStep: 1, step: undefined },
    { lastStep: 2, step: undefined },
  ])('counts once: after period $lastStep it is of period $step', ({ lastStep, step }) => {
    expect(stepOfCode(secret, '287082', { nowMs: 59_000, lastStep })).toBe(step)
  })

  it.each(['287083', '', '28708', '2870820', 'abcdef'])('is not %p', (code) => {
    expect(stepOfCode(secret, code, { nowMs: 59_000, lastStep: null })).toBeUndefined()
  })
})

it('a secret is told as base32 and as what a QR code has', () => {
  expect(totpTexts(secret, 'asha rao')).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    uri: 'otpauth://totp/Kismet%20Admin:asha%20rao?issuer=Kismet%20Admin&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  })
})

it('random groups are of the letters that nobody mistakes', () => {
  expect(randomGroups(8, systemRandomness)).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  expect(randomGroups(16, systemRandomness)).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
})

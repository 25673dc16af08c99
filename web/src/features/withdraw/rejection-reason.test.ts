import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { readyReasons } from '@kismet/contracts'
import { showLanguage } from '../../entities/language/language.ts'
import { rejectionReasonText } from '../../core/rejection-reason.ts'

beforeAll(() => showLanguage('hi'))
afterAll(() => showLanguage('en'))

it.each([...readyReasons.deposit, ...readyReasons.withdrawal])('%s is said in Hindi', (reason) => {
  expect(rejectionReasonText(reason)).toMatch(/\p{Script=Devanagari}/u)
})

it.each(['The amount does not match the proof.', 'constructor', ''])('%j, an admin’s own words, stays', (reason) => {
  expect(rejectionReasonText(reason)).toBe(reason)
})

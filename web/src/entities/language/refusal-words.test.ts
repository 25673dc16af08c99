import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { CodedRefusal } from '@kismet/contracts'
import { codeText } from '../../core/error-text.ts'
import { showLanguage } from './language.ts'

beforeAll(() => showLanguage('hi'))
afterAll(() => showLanguage('en'))

it.each<CodedRefusal>([
  { code: 'invalid_code' },
  { code: 'internal' },
  { code: 'idempotency_conflict' },
  { code: 'limit_reached' },
  { code: 'too_many_requests', params: { retryAfterMs: 61_000 } },
])('the refusal $code is said in Hindi', (refusal) => {
  expect(codeText(refusal)).toMatch(/\p{Script=Devanagari}/u)
})

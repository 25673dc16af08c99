import { expect, it } from '@jest/globals'
import { everyId, idsThatBegin } from './id-range.ts'

it.each([
  ['0190b2a0', '0190b2a0-0000-0000-0000-000000000000', '0190b2a0-ffff-ffff-ffff-ffffffffffff'],
  ['0190b2a0-7', '0190b2a0-7000-0000-0000-000000000000', '0190b2a0-7fff-ffff-ffff-ffffffffffff'],
  [
    '0190b2a0-0000-7000-8000-000000000001',
    '0190b2a0-0000-7000-8000-000000000001',
    '0190b2a0-0000-7000-8000-000000000001',
  ],
])('%s names ids', (text, from, to) => expect(idsThatBegin(text)).toEqual({ from, to }))

it.each(['', 'dad', '0190b2a', 'deadbeef@example.in', '-'.repeat(9), '0'.repeat(33)])('%j names none', (text) =>
  expect(idsThatBegin(text)).toBeUndefined(),
)

it('every id lies between the first and the last', () =>
  expect(everyId).toEqual({
    from: '00000000-0000-0000-0000-000000000000',
    to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  }))

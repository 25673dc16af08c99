import { expect, it } from '@jest/globals'
import { notCountedText } from './second-admin.ts'

it.each([
  [undefined, ''],
  [
    { by: 'asha', until: '2026-12-01T07:05:00.000Z' },
    'The first approval of asha does not count: one of you made the other. You count as two people from 1 Dec 2026, 12:35 on.',
  ],
  [{ by: 'asha', until: null }, 'The first approval of asha does not count: asha may not approve any more.'],
])('the text about a first approval %j that does not count is %j', (first, text) => {
  expect(notCountedText(first)).toBe(text)
})

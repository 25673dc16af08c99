import { expect, it } from '@jest/globals'
import { readReason } from './reason.ts'

it.each([
  [undefined, null],
  ['', null],
  [' \n ', null],
  ['Not received', 'Not received'],
  ['two\nlines', 'two\nlines'],
  ['a\0b\u0085c', 'a b c'],
  ['half \ud83d', 'half \ufffd'],
])('reads the reason %j as %j', (text, reason) => {
  expect(readReason(text)).toBe(reason)
})

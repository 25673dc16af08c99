import { expect, it } from '@jest/globals'
import { maskedName } from './masked-name.ts'

it.each([
  ['asha.rao@example.in', 'a***o'],
  ['a@example.in', 'a***a'],
  ['आशा@example.in', 'आ***शा'],
  ['@example.in', '*****'],
  ['', '*****'],
])('shows %s to others as %s', (email, name) => {
  expect(maskedName(email)).toBe(name)
})

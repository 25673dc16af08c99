import { expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import { approvalStep, isOwnRequest, readReason } from './decision.ts'

it.each([
  { above: null, amount: 1_000_000, first: null, step: 'decides' },
  { above: 50_000, amount: 50_000, first: null, step: 'decides' },
  { above: 50_000, amount: 50_001, first: null, step: 'first' },
  { above: 50_000, amount: 50_001, first: 'me', step: 'again' },
  { above: 50_000, amount: 50_001, first: 'another', step: 'decides' },
  { above: 0, amount: 1, first: null, step: 'first' },
  { above: null, amount: 50_001, first: 'me', step: 'decides' },
])('of $amount paise above $above, approved first by $first: $step', ({ above, amount, first, step }) => {
  const asked = { amountPaise: paise(amount), firstApprovedBy: first }
  expect(approvalStep(asked, 'me', above === null ? null : paise(above))).toBe(step)
})

it.each([
  { playerEmail: 'asha@example.in', username: 'Asha@Example.in ', isOwn: true },
  { playerEmail: 'asha@example.in', username: 'asha', isOwn: false },
  { playerEmail: 'asha@example.in', username: 'asha@example.com', isOwn: false },
])('$playerEmail is $username: $isOwn', ({ playerEmail, username, isOwn }) => {
  expect(isOwnRequest({ playerEmail }, { username })).toBe(isOwn)
})

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

import { expect, it } from '@jest/globals'
import { toastShown, noticesSlice } from './notices-slice.ts'

it('a failure stays when later successes are shown', () => {
  const told = [
    toastShown('bad', 'Unclear, checking', '₹1,000.00 of asha@example.com'),
    ...['one', 'two', 'three', 'four'].map((text) => toastShown('good', text)),
  ]
  const kept = told.reduce(noticesSlice.reducer, noticesSlice.getInitialState())
  expect(kept.map(({ text }) => text)).toEqual(['Unclear, checking', 'four'])
})

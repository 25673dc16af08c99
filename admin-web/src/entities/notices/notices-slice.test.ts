import { expect, it } from '@jest/globals'
import { noticeShown, noticesSlice } from './notices-slice.ts'

it('keeps what failed, however much good news comes after it', () => {
  const told = [
    noticeShown('bad', 'Unclear, checking', '₹1,000.00 of asha@example.com'),
    ...['one', 'two', 'three', 'four'].map((text) => noticeShown('good', text)),
  ]
  const kept = told.reduce(noticesSlice.reducer, noticesSlice.getInitialState())
  expect(kept.map(({ text }) => text)).toEqual(['Unclear, checking', 'four'])
})

import { expect, it } from '@jest/globals'
import { shortCount, shortRupees } from './amount.tsx'

it.each([
  [0, '0'],
  [999, '999'],
  [6_000, '6k'],
  [2_50_000, '2.5L'],
  [-3_00_00_000, '−3Cr'],
])('an axis says %d as %s', (count, text) => {
  expect(shortCount(count)).toBe(text)
})

it('an axis says rupees with their sign before the currency', () => {
  expect([shortRupees(30_00_000), shortRupees(-10_00_000), shortRupees(0)]).toEqual(['₹30k', '−₹10k', '₹0'])
})

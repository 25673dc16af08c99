import { describe, expect, it } from '@jest/globals'
import { heightOf, scaleOf, shortCount, shortRupees } from './scale.ts'

describe('the axis of a chart', () => {
  it.each([
    { values: [], unit: 1, ticks: [0, 1] },
    { values: [0, 0], unit: 100, ticks: [0, 100] },
    { values: [3], unit: 1, ticks: [0, 1, 2, 3] },
    { values: [5_140, 12], unit: 1, ticks: [0, 2_000, 4_000, 6_000] },
    { values: [2_793_000, -840_000], unit: 100, ticks: [-1_000_000, 0, 1_000_000, 2_000_000, 3_000_000] },
    { values: [-50], unit: 1, ticks: [-60, -40, -20, 0, 20] },
  ])('of $values has the ticks $ticks', ({ values, unit, ticks }) => {
    expect(scaleOf(values, unit).ticks).toEqual(ticks)
  })

  it('has every value and zero between its ends', () => {
    for (const values of [[7], [-7], [1, 1e9], [-3, 4_444]]) {
      const scale = scaleOf(values, 1)
      for (const value of [0, ...values]) {
        expect(heightOf(scale, value)).toBeGreaterThanOrEqual(0)
        expect(heightOf(scale, value)).toBeLessThanOrEqual(100)
      }
    }
  })

  it.each([
    [0, '0'],
    [999, '999'],
    [6_000, '6k'],
    [2_50_000, '2.5L'],
    [-3_00_00_000, '−3Cr'],
  ])('says %d as %s', (count, text) => {
    expect(shortCount(count)).toBe(text)
  })

  it('says rupees with their sign before the currency', () => {
    expect([shortRupees(30_00_000), shortRupees(-10_00_000), shortRupees(0)]).toEqual(['₹30k', '−₹10k', '₹0'])
  })
})

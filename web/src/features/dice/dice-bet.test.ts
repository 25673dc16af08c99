import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { clampRollOver, oddsTexts, rollOverOfChance, rollOverOfMultiplier } from './dice-bet.ts'

describe('the controls of Dice (spec 5.7, section 9)', () => {
  it.each([
    [-1, 0],
    [5_050, 5_050],
    [9_999, 9_999],
    [10_000, 9_999],
  ])('a roll-over of %i hundredths counts as %i', (typed, counted) => expect(clampRollOver(typed)).toBe(counted))

  it.each([
    [5_050, '50.50', '2.0000', '49.50'],
    [0, '0.00', '0.9900', '100.00'],
    [9_999, '99.99', '9900.0000', '0.01'],
    [7_500, '75.00', '3.9600', '25.00'],
  ])('%i hundredths read as %s, %s, %s', (hundredths, rollOver, multiplier, chance) =>
    expect(oddsTexts(hundredths)).toEqual({ rollOver, multiplier, chance }),
  )

  it('finds its way back from the chance and the multiplier that it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999 }), (hundredths) => {
        const { multiplier, chance } = oddsTexts(hundredths)
        expect(rollOverOfChance(Math.round(Number(chance) * 100))).toBe(hundredths)
        expect(Math.abs(rollOverOfMultiplier(Number(multiplier)) - hundredths)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it.each([
    [0, 0],
    [-2, 0],
    [0.1, 0],
    [1_000_000, 9_999],
  ])('a multiplier of %d means a roll-over of %i', (multiplier, hundredths) =>
    expect(rollOverOfMultiplier(multiplier)).toBe(hundredths),
  )
})

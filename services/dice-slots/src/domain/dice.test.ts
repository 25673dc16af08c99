import { describe, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { drawDice, fromTenThousandths } from '@kismet/fairness'
import fc from 'fast-check'
import { diceRules, diceResult } from './dice.ts'

const seeds = { serverSeed: '0'.repeat(64), clientSeed: 'player-0123456789abcdef', nonce: 1 }
const roll = drawDice(seeds) / 100

describe('a play of Dice', () => {
  it.each([
    { what: 'a roll-over below the roll', rollOver: 0, result: 'win', multiplier: 0.99, payout: 9_900 },
    { what: 'a roll-over of just the roll', rollOver: roll, result: 'win' },
    { what: 'a roll-over just above the roll', rollOver: roll + 0.01, result: 'loss', payout: 0 },
    { what: 'the highest roll-over', rollOver: 99.99, result: 'loss', multiplier: 9_900, payout: 0 },
  ])('$what: $result', ({ rollOver, result, multiplier, payout }) => {
    const params = { rollOver: Math.round(rollOver * 100) / 100 }
    const settled = diceRules.settle(seeds, 10_000, params)
    expect(settled.outcome).toEqual({ roll })
    expect(diceResult(params, settled.outcome)).toBe(result)
    if (payout !== undefined) expect(settled.payoutPaise).toBe(payout)
    if (multiplier !== undefined) expect(fromTenThousandths(settled.multiplierUnits)).toBe(multiplier)
  })

  it.each([
    { stakeRupees: 100_000, rollOver: 90.1, exceeds: false },
    { stakeRupees: 100_000, rollOver: 90.11, exceeds: true },
    { stakeRupees: 101, rollOver: 99.99, exceeds: false },
    { stakeRupees: 102, rollOver: 99.99, exceeds: true },
    { stakeRupees: 100, rollOver: 99.99, exceeds: false },
  ])('of ₹$stakeRupees at $rollOver can pass the maximum win: $exceeds', ({ stakeRupees, rollOver, exceeds }) => {
    expect(diceRules.topWinPaise(stakeRupees * 100, { rollOver }) > limits.maxWinPaise).toBe(exceeds)
  })

  it('pays its top win or nothing, and nothing but the seeds decides which', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 10_000_000 }),
        fc.integer({ min: 0, max: 9_999 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (stakePaise, rollOverHundredths, nonce) => {
          const params = { rollOver: rollOverHundredths / 100 }
          const play = { ...seeds, nonce }
          const settled = diceRules.settle(play, stakePaise, params)
          const won = drawDice(play) >= rollOverHundredths
          expect(settled.payoutPaise).toBe(won ? diceRules.topWinPaise(stakePaise, params) : 0)
          expect(diceResult(params, settled.outcome)).toBe(won ? 'win' : 'loss')
          expect(diceRules.settle(play, stakePaise, params)).toEqual(settled)
        },
      ),
    )
  })

  it('returns 98.995 to 99.005 per cent', () => {
    for (let hundredths = 0; hundredths <= 9_999; hundredths += 1) {
      const { numerator, denominator } = diceRules.rtp({ rollOver: hundredths / 100 })
      const percent = (Number(numerator) / Number(denominator)) * 100
      expect(percent).toBeGreaterThanOrEqual(98.995)
      expect(percent).toBeLessThanOrEqual(99.005)
    }
  })
})

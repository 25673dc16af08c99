import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { diceOdds, diceOutcome, diceRollOverMaxHundredths, diceWinPaise, drawDice } from '../src/index.ts'
import { seedsOf } from './vectors.ts'

const everyRollOver = Array.from({ length: diceRollOverMaxHundredths + 1 }, (_, rollOver) => rollOver)

describe('odds', () => {
  it.each([
    { rollOver: 0, chance: 10_000, multiplier: 9_900 },
    { rollOver: 100, chance: 9_900, multiplier: 10_000 },
    { rollOver: 5_050, chance: 4_950, multiplier: 20_000 },
    { rollOver: 5_000, chance: 5_000, multiplier: 19_800 },
    { rollOver: 9_999, chance: 1, multiplier: 99_000_000 },
    { rollOver: 9_400, chance: 600, multiplier: 165_000 },
    { rollOver: 3_600, chance: 6_400, multiplier: 15_469 }, // 1.546875: up
  ])('roll-over $rollOver: $multiplier', ({ rollOver, chance, multiplier }) => {
    expect(diceOdds(rollOver)).toMatchObject({ winChanceHundredths: chance, multiplierTenThousandths: multiplier })
  })

  it('round each multiplier to the nearest ten-thousandth, exact ties up', () => {
    let ties = 0
    for (const rollOver of everyRollOver) {
      // m is right when m - 1/2 <= 99e6 / chance < m + 1/2, all times 2 x chance
      const chance = BigInt(10_000 - rollOver)
      const doubled = 2n * BigInt(diceOdds(rollOver).multiplierTenThousandths)
      const exact = 2n * 99_000_000n
      expect((doubled - 1n) * chance <= exact && exact < (doubled + 1n) * chance).toBe(true)
      if ((doubled - 1n) * chance === exact) ties++
    }
    expect(ties).toBeGreaterThan(0)
  })

  it('return 98.995% to 99.005% at every roll-over', () => {
    for (const rollOver of everyRollOver) {
      const { numerator, denominator } = diceOdds(rollOver).rtp
      expect(numerator * 100_000n >= denominator * 98_995n).toBe(true)
      expect(numerator * 100_000n <= denominator * 99_005n).toBe(true)
    }
  })

  it.each([-1, 10_000, 50.5, Number.NaN])('refuse roll-over %d', (rollOverHundredths) => {
    expect(() => diceOdds(rollOverHundredths)).toThrow(RangeError)
  })
})

describe('outcome', () => {
  it.each([
    { name: 'just under', roll: 5_049, result: 'loss', payoutPaise: 0, netGainPaise: -10_000 },
    { name: 'equal wins', roll: 5_050, result: 'win', payoutPaise: 20_000, netGainPaise: 10_000 },
    { name: 'the lowest', roll: 0, result: 'loss', payoutPaise: 0, netGainPaise: -10_000 },
    { name: 'the highest', roll: 9_999, result: 'win', payoutPaise: 20_000, netGainPaise: 10_000 },
  ])('$name', ({ roll, result, payoutPaise, netGainPaise }) => {
    const play = { stakePaise: 10_000, rollOverHundredths: 5_050, rollHundredths: roll }
    expect(diceOutcome(play)).toEqual({ result, payoutPaise, netGainPaise, multiplierTenThousandths: 20_000 })
  })

  it('pays less than the stake under a roll-over of 1', () => {
    const play = { stakePaise: 10_001, rollOverHundredths: 0, rollHundredths: 0 }
    expect(diceOutcome(play)).toMatchObject({ result: 'win', payoutPaise: 9_900, netGainPaise: -101 })
  })

  it('pays floor(stake x multiplier) on a win and nothing else', () => {
    const stake = fc.integer({ min: 10_000, max: 10_000_000 })
    const hundredths = fc.integer({ min: 0, max: 9_999 })
    fc.assert(
      fc.property(stake, hundredths, hundredths, (stakePaise, rollOverHundredths, rollHundredths) => {
        const { payoutPaise, result, netGainPaise } = diceOutcome({ stakePaise, rollOverHundredths, rollHundredths })
        const winPaise = diceWinPaise({ stakePaise, rollOverHundredths })
        const exact = BigInt(stakePaise) * BigInt(diceOdds(rollOverHundredths).multiplierTenThousandths)
        expect(BigInt(winPaise)).toBe(exact / 10_000n)
        expect(result).toBe(rollHundredths >= rollOverHundredths ? 'win' : 'loss')
        expect(payoutPaise).toBe(result === 'win' ? winPaise : 0)
        expect(netGainPaise).toBe(payoutPaise - stakePaise)
      }),
    )
  })

  it.each([
    { stakePaise: 0, rollOverHundredths: 50, rollHundredths: 1 },
    { stakePaise: 100, rollOverHundredths: 50, rollHundredths: 10_000 },
    { stakePaise: 100, rollOverHundredths: 50, rollHundredths: -1 },
    { stakePaise: 100, rollOverHundredths: 50, rollHundredths: 0.5 },
  ])('refuses %j', (play) => {
    expect(() => diceOutcome(play)).toThrow(RangeError)
  })
})

it('rolls each tenth of the ruler about equally often (fixed seeds)', () => {
  const counts = new Array<number>(10).fill(0)
  for (let nonce = 1; nonce <= 10_000; nonce++) {
    const tenth = Math.floor(drawDice(seedsOf(nonce)) / 1_000)
    counts[tenth] = (counts[tenth] ?? 0) + 1
  }
  const chiSquared = counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)
  expect(chiSquared).toBeLessThan(27.9) // 9 degrees, p = 0.001
})

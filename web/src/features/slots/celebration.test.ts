import { describe, expect, it } from '@jest/globals'
import type { SlotsReels } from '@kismet/fairness'
import { slotsOutcome, slotsSymbols } from '@kismet/fairness'
import { joinedReels, tierOf } from './celebration.ts'

describe('the celebration of a spin', () => {
  it.each<[SlotsReels, ReturnType<typeof tierOf>]>([
    [['seven', 'seven', 'seven'], 'jackpot'],
    [['diamond', 'diamond', 'diamond'], 'big win'],
    [['tiger', 'tiger', 'tiger'], 'triple'],
    [['bell', 'lemon', 'bell'], 'pair'],
    [['bell', 'lemon', 'tiger'], null],
  ])('of %p is %p', (reels, tier) => {
    const { result, winType, netGainPaise } = slotsOutcome({ stakePaise: 10_000, reels })
    expect(tierOf({ result, winType, netGain: netGainPaise })).toBe(tier)
  })

  it.each([0, -1])('is none for a win of net %d paise', (netGain) => {
    for (const result of ['win', 'big win', 'jackpot'] as const)
      expect(tierOf({ result, winType: 'triple', netGain })).toBeNull()
  })

  it('is of the reels that make the line, for every line there is', () => {
    for (const one of slotsSymbols)
      for (const two of slotsSymbols)
        for (const three of slotsSymbols) {
          const joined = joinedReels([one, two, three]).filter(Boolean).length
          const { winType } = slotsOutcome({ stakePaise: 10_000, reels: [one, two, three] })
          expect(joined).toBe({ none: 0, pair: 2, triple: 3 }[winType])
        }
  })
})

import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { aviatorBetOutcome, flightInstantMs, flightMultiplierHundredths } from '../src/index.ts'

const stakePaise = 10_001
const at = flightInstantMs

describe('a bet', () => {
  it.each([
    { name: 'no target, no cash-out', crash: 300, target: null, cashoutMs: null, multiplier: 0, auto: false },
    { name: 'cash-out in time', crash: 300, target: null, cashoutMs: 13_863, multiplier: 200, auto: false },
    {
      name: 'cash-out 1 ms before the crash',
      crash: 300,
      target: null,
      cashoutMs: at(300) - 1,
      multiplier: 299,
      auto: false,
    },
    {
      name: 'cash-out at the crash instant loses',
      crash: 300,
      target: null,
      cashoutMs: at(300),
      multiplier: 0,
      auto: false,
    },
    { name: 'cash-out at take-off', crash: 300, target: null, cashoutMs: 0, multiplier: 100, auto: false },
    {
      name: 'cash-out at take-off of a bust loses',
      crash: 100,
      target: null,
      cashoutMs: 0,
      multiplier: 0,
      auto: false,
    },
    { name: 'target below the crash', crash: 300, target: 250, cashoutMs: null, multiplier: 250, auto: true },
    { name: 'target equal to the crash', crash: 300, target: 300, cashoutMs: null, multiplier: 300, auto: true },
    { name: 'target above the crash', crash: 300, target: 301, cashoutMs: null, multiplier: 0, auto: false },
    { name: 'cash-out before the target', crash: 300, target: 250, cashoutMs: at(200), multiplier: 200, auto: false },
    { name: 'cash-out after the target', crash: 300, target: 250, cashoutMs: at(260), multiplier: 250, auto: true },
    { name: 'cash-out at the target', crash: 300, target: 250, cashoutMs: at(250), multiplier: 250, auto: true },
    {
      name: 'cash-out before a target that is not reached',
      crash: 300,
      target: 400,
      cashoutMs: at(250),
      multiplier: 250,
      auto: false,
    },
    {
      name: 'cash-out after the crash, target reached',
      crash: 300,
      target: 250,
      cashoutMs: at(310),
      multiplier: 250,
      auto: true,
    },
    { name: 'target at the cap', crash: 10_000, target: 10_000, cashoutMs: null, multiplier: 10_000, auto: true },
  ])('$name', ({ crash, target, cashoutMs, multiplier, auto }) => {
    expect(aviatorBetOutcome({ stakePaise, crashPointHundredths: crash, targetHundredths: target, cashoutMs })).toEqual(
      {
        result: multiplier === 0 ? 'loss' : 'win',
        auto,
        multiplierHundredths: multiplier,
        payoutPaise: Math.floor((stakePaise * multiplier) / 100),
      },
    )
  })

  it('never pays above the crash point, nor above the target', () => {
    const hundredths = fc.integer({ min: 101, max: 10_000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 10_000 }),
        fc.option(hundredths),
        fc.option(fc.nat(100_000)),
        (crashPointHundredths, targetHundredths, cashoutMs) => {
          const outcome = aviatorBetOutcome({ stakePaise, crashPointHundredths, targetHundredths, cashoutMs })
          const paid = outcome.multiplierHundredths
          expect(paid).toBeLessThanOrEqual(Math.min(crashPointHundredths, targetHundredths ?? 10_000))
          if (paid > 0 && !outcome.auto) expect(paid).toBe(flightMultiplierHundredths(cashoutMs ?? -1))
          if (targetHundredths !== null && targetHundredths <= crashPointHundredths) expect(outcome.result).toBe('win')
        },
      ),
    )
  })

  it.each([
    { stakePaise: 0 },
    { crashPointHundredths: 99 },
    { crashPointHundredths: 10_001 },
    { targetHundredths: 100 },
    { targetHundredths: 10_001 },
    { cashoutMs: -1 },
    { cashoutMs: Number.NaN },
  ])('refuses %j', (wrong) => {
    const bet = { stakePaise, crashPointHundredths: 300, targetHundredths: 200, cashoutMs: null }
    expect(() => aviatorBetOutcome({ ...bet, ...wrong })).toThrow(RangeError)
  })
})

import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { FlightClock, flightMs, freezeAfterMs } from './flight-clock.ts'

describe('the clock of a round', () => {
  it('goes by the pings until something is heard', () => {
    expect(new FlightClock().serverMs(1_000, 40)).toBe(1_040)
  })

  it.each([
    ['pings that agree', 5_000, 5_000],
    ['a gateway whose clock is behind what the ticks prove', 4_000, 4_990],
    ['a gateway whose clock is far ahead', 9_000, 5_240],
  ])('takes the pings within what messages allow: %s', (_, pingOffsetMs, offsetMs) => {
    const clock = new FlightClock()
    // True offset 5,000; the ways took 80, 10 and 60 ms.
    for (const [sentAt, wayMs] of [
      [6_000, 80],
      [6_100, 10],
      [6_200, 60],
    ] as const)
      clock.hear(sentAt, sentAt - 5_000 + wayMs)
    expect(clock.serverMs(2_000, pingOffsetMs)).toBe(2_000 + offsetMs)
  })

  it('is never ahead of the server by more than the longest way, and never behind what was heard', () => {
    const ways = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(
        ways,
        fc.integer({ min: -10_000, max: 10_000 }),
        fc.integer({ min: -10_000, max: 10_000 }),
        (all, offset, ping) => {
          const clock = new FlightClock()
          all.forEach((wayMs, at) => clock.hear(at * 100 + offset, at * 100 + wayMs))
          const least = Math.min(...all.slice(-64))
          const error = clock.serverMs(0, ping) - offset
          expect(error).toBeGreaterThanOrEqual(-least)
          expect(error).toBeLessThanOrEqual(250 - least)
        },
      ),
    )
  })
})

describe('the length of a flight', () => {
  it.each([
    ['before take-off', 900, 1_000, 900, 0],
    ['on its way', 1_500, 1_000, 1_450, 500],
    ['without news it stands still', 9_000, 1_000, 1_450, 450 + freezeAfterMs],
  ])('%s', (_, serverMs, takeoffAt, heardAt, expected) => expect(flightMs(serverMs, takeoffAt, heardAt)).toBe(expected))
})

import { expect, it } from '@jest/globals'
import { aviatorRoundStarted, aviatorTicked } from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import { RoundClock } from './round-clock.ts'

const own = { nowMs: 1_000_000, now: () => own.nowMs }

it('goes as the own clock does until it has heard another', () => {
  expect(new RoundClock(own).now()).toBe(own.nowMs)
})

it.each([
  { what: 'ahead', aheadMs: 5_000 },
  { what: 'behind', aheadMs: -5_000 },
])('knows by the signal with the smallest delay how far a clock is $what', ({ aheadMs }) => {
  const clock = new RoundClock(own)
  for (const delayMs of [30, 2, 200]) clock.hear(aviatorTicked, { serverTime: own.nowMs + aheadMs - delayMs })
  expect(clock.now()).toBe(own.nowMs + aheadMs - 2)
})

it('forgets what is long ago, and at a new round everything', () => {
  const clock = new RoundClock(own)
  const hear = (delayMs: number, signal: SignalShape = aviatorTicked) =>
    clock.hear(signal, { serverTime: own.nowMs - delayMs })
  hear(1)
  for (let nth = 0; nth < 50; nth += 1) hear(70)
  expect(clock.now()).toBe(own.nowMs - 70)
  hear(90, aviatorRoundStarted)
  expect(clock.now()).toBe(own.nowMs - 90)
})

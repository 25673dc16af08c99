import { expect, it } from '@jest/globals'
import { roundClock } from './round-clock.ts'

it.each([1, 4])('has a clock of the rounds at %sx that no step of the machine moves', (speed) => {
  const machine = { nowMs: 1_800_000_000_000, steady: 5, now: () => machine.nowMs, steadyMs: () => machine.steady }
  const clock = roundClock(machine, speed)
  const began = clock.now()
  expect(roundClock(machine, speed).now()).toBe(began)
  machine.nowMs -= 3_600_000
  machine.steady += 1_000
  expect(clock.now()).toBe(began + 1_000 * speed)
  machine.nowMs += 7_200_000
  expect(clock.now()).toBe(began + 1_000 * speed)
})

import { expect, it } from '@jest/globals'
import { LogThrottle } from './log-throttle.ts'

it('has each thing said once in a while, whatever the clock of the machine is put to', () => {
  const time = { nowMs: 0, steadyMs: 0 }
  const times = new LogThrottle({ now: () => time.nowMs, steadyMs: () => time.steadyMs }, 60_000)
  expect([times.isTimeFor('one'), times.isTimeFor('one'), times.isTimeFor('other')]).toEqual([true, false, true])
  Object.assign(time, { nowMs: -3_600_000, steadyMs: 59_999 })
  expect(times.isTimeFor('one')).toBe(false)
  time.steadyMs = 60_000
  expect([times.isTimeFor('one'), times.isTimeFor('one')]).toEqual([true, false])
})

import { expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { TestClock } from '@kismet/test-env/test-clock'
import { Strangers } from './strangers.ts'

const place = '203.0.113.7'
const most = limits.strangers.perAddress

/** As many strangers of one address as there is room for. @returns which were closed */
function full() {
  const clock = new TestClock(0)
  const strangers = new Strangers(clock, 1)
  const closed: number[] = []
  const connections = Array.from({ length: most }, () => ({}))
  const met = connections.map((connection, nth) => strangers.meet(connection, place, () => closed.push(nth)))
  expect(met.every(Boolean)).toBe(true)
  const meet = (address: string) => strangers.meet({}, address, () => closed.push(most))
  return { clock, strangers, closed, connections, meet }
}

it('are refused when an address has too many, and only there', () => {
  const { meet } = full()
  expect(meet(place)).toBe(false)
  expect(meet('203.0.113.8')).toBe(true)
})

it('make room when one of them shows a token or is closed', () => {
  const { strangers, connections, meet } = full()
  strangers.forget(connections[7] ?? {})
  expect(meet(place)).toBe(true)
  expect(meet(place)).toBe(false)
})

it('that have had their chance give way, the oldest first', () => {
  const { clock, closed, meet } = full()
  clock.advance(1_999)
  expect(meet(place)).toBe(false)
  clock.advance(1)
  expect([meet(place), meet(place)]).toEqual([true, true])
  expect(closed).toEqual([0, 1])
})

it('of one network of IPv6 are strangers of one address', () => {
  const strangers = new Strangers(new TestClock(0), 1 / most)
  expect(strangers.meet({}, '2001:db8::1', () => undefined)).toBe(true)
  expect(strangers.meet({}, '2001:db8::2', () => undefined)).toBe(false)
  expect(strangers.meet({}, '2001:db8:0:1::1', () => undefined)).toBe(true)
})

import { EventEmitter } from 'node:events'
import { expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { TestClock } from '@kismet/test-env/test-clock'
import { StrangerSockets } from './stranger-sockets.ts'

const most = limits.strangerSockets.ofNetwork

/** Two more strangers of one address than may stay. */
function crowd(addressOf: (nth: number) => string = () => '203.0.113.7') {
  const clock = new TestClock(0)
  const strangers = new StrangerSockets(clock, 1)
  const closed: number[] = []
  const connections = Array.from({ length: most + 2 }, (_, nth) => {
    const connection = new EventEmitter()
    strangers.meet(connection, addressOf(nth), () => closed.push(nth))
    return connection
  })
  return { clock, strangers, closed, connections }
}

it('are left in peace until they have had their chance; then the oldest that are too many are closed', () => {
  const { clock, strangers, closed } = crowd()
  clock.advance(1_999)
  strangers.look()
  expect(closed).toEqual([])
  clock.advance(1)
  strangers.look()
  expect(closed).toEqual([0, 1])
  strangers.look()
  expect(closed).toEqual([0, 1])
})

it('are no strangers once they have shown a token or are closed', () => {
  const { clock, strangers, closed, connections } = crowd()
  strangers.forget(connections[0] ?? new EventEmitter())
  connections[7]?.emit('close')
  clock.advance(2_000)
  strangers.look()
  expect(closed).toEqual([])
})

it.each([
  { what: 'of two addresses', addressOf: (nth: number) => `203.0.113.${nth % 2}`, closed: [] },
  { what: 'of one network of IPv6', addressOf: (nth: number) => `2001:db8::${nth + 1}`, closed: [0, 1] },
  { what: 'of two networks of IPv6', addressOf: (nth: number) => `2001:db8:0:${nth % 2}::1`, closed: [] },
])('$what: $closed are closed', ({ addressOf, closed: expected }) => {
  const { clock, strangers, closed } = crowd(addressOf)
  clock.advance(2_000)
  strangers.look()
  expect(closed).toEqual(expected)
})

it('of many networks of one site are a limited number too, and another site has its own', () => {
  const clock = new TestClock(0)
  const strangers = new StrangerSockets(clock, 1)
  const closed: string[] = []
  const { ofSite } = limits.strangerSockets
  for (let nth = 0; nth < ofSite + 2; nth += 1)
    for (const site of ['2001:db8:1', '2001:db8:2'].slice(0, nth < 2 ? 2 : 1)) {
      const address = `${site}:${nth.toString(16)}::1`
      strangers.meet(new EventEmitter(), address, () => closed.push(address))
    }
  clock.advance(2_000)
  strangers.look()
  expect(closed).toEqual(['2001:db8:1:0::1', '2001:db8:1:1::1'])
})

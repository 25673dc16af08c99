import { setImmediate } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { Running } from './running.ts'

type Connection = Parameters<Running['run']>[0]

it('connections are closed in slices, and one that waits for its slice still gets answers', async () => {
  const closed: number[] = []
  const places = Array.from({ length: 120 }, (_, place) => place)
  const open = (place: number) => ({ close: () => closed.push(place) }) as unknown as Connection
  const [first, last] = [open(0), open(119)]
  const connections = [first, ...places.slice(1, -1).map(open), last]
  const running = new Running()
  const closing = running.closeAnswered(new Set(connections))
  await setImmediate()
  expect(closed).toHaveLength(50)
  expect(running.run(first, () => Promise.resolve())).toBe(false)
  const gate = Promise.withResolvers<undefined>()
  expect(running.run(last, () => gate.promise)).toBe(true)
  gate.resolve(undefined)
  await closing
  expect(closed).toEqual(places)
})

import { expect, it } from '@jest/globals'
import { gaugeIn, gaugesIn, Registry } from './metrics.ts'

const samplesOf = async (registry: Registry) =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))

it.each([
  { what: 'cannot be read', fail: () => Promise.reject(new Error('PostgreSQL is away')) },
  {
    what: 'throws',
    fail: () => {
      throw new Error('PostgreSQL is away')
    },
  },
  { what: 'cannot be told', fail: () => undefined },
])('a gauge that $what has no sample: neither 0 nor what it was', async ({ fail }) => {
  const registry = new Registry()
  let read: () => number | undefined | Promise<number | undefined> = fail
  gaugeIn(registry, 'deposits_owed', 'Deposits that are owed', () => read())
  gaugeIn(registry, 'other', 'Another', () => 1)
  expect(await samplesOf(registry)).toEqual(['other 1'])
  read = () => 3
  expect(await samplesOf(registry)).toEqual(['deposits_owed 3', 'other 1'])
  read = fail
  expect(await samplesOf(registry)).toEqual(['other 1'])
})

it('gauges of a label have a sample for each value that is known, and none when that cannot be read', async () => {
  const registry = new Registry()
  const read: (() => Promise<Map<string, number>>)[] = [
    () => Promise.resolve(new Map([['dice', 1]])),
    () => Promise.resolve(new Map([['slots', 0]])),
    () => Promise.reject(new Error('PostgreSQL is away')),
  ]
  gaugesIn(registry, 'seats', 'Seats', 'game', () => read.shift()?.() ?? Promise.resolve(new Map()))
  expect(await samplesOf(registry)).toEqual(['seats{game="dice"} 1'])
  expect(await samplesOf(registry)).toEqual(['seats{game="slots"} 0'])
  expect(await samplesOf(registry)).toEqual([])
})

import { expect, it } from '@jest/globals'
import { gaugeIn, Registry } from './metrics.ts'

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

import { expect, it } from '@jest/globals'
import { operations, socketCommands, streamRoutes } from './catalogue.ts'
import * as contracts from './index.ts'

it('has every operation and stream that the contracts give away', () => {
  const listed = new Set<unknown>([...operations, ...streamRoutes, ...socketCommands])
  const given = Object.entries(contracts).filter(([, value]) => {
    const one: unknown = value
    return typeof one === 'object' && one !== null && 'errors' in one && ('subject' in one || 'route' in one)
  })
  expect(given.length).toBeGreaterThan(100)
  expect(given.filter(([, value]) => !listed.has(value)).map(([name]) => name)).toEqual([])
})

import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { FlowMap } from './flow-map.ts'

describe('a map of what comes and goes', () => {
  it('answers as a Map does, whatever is done to it', () => {
    const key = fc.nat(40)
    const step = fc.oneof(
      fc.record({ do: fc.constant('set' as const), key, value: fc.nat() }),
      fc.record({ do: fc.constant('delete' as const), key }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4_000, size: 'max' }), (steps) => {
        const map = new FlowMap<number, number>()
        const model = new Map<number, number>()
        for (const { key, ...made } of steps) {
          if (made.do === 'set') {
            map.set(key, made.value)
            model.set(key, made.value)
          } else {
            map.delete(key)
            model.delete(key)
          }
          const isSame = map.get(key) === model.get(key) && map.has(key) === model.has(key) && map.size === model.size
          if (!isSame) throw new Error(`${key} is not as in a Map`)
        }
        expect(map.keys().sort()).toEqual([...model.keys()].sort())
      }),
      { numRuns: 20 },
    )
  })

  it('keeps what is there through all that goes', () => {
    const map = new FlowMap<string, number>()
    map.set('stays', 1)
    for (let index = 0; index < 10_000; index += 1) {
      map.set(`goes ${index}`, index)
      map.delete(`goes ${index}`)
    }
    expect(map.get('stays')).toBe(1)
    expect(map.keys()).toEqual(['stays'])
  })
})

import { describe, expect, it } from '@jest/globals'
import { NewestMap } from './newest-map.ts'

describe('a map of the newest values', () => {
  it('keeps the values that were set last, and never more than twice its size', () => {
    const map = new NewestMap<number>(10)
    for (let index = 0; index < 1000; index += 1) map.set(`key ${index}`, index)
    const kept = Array.from({ length: 1000 }, (_, index) => map.get(`key ${index}`)).filter(
      (value) => value !== undefined,
    )
    expect(kept.slice(-10)).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998, 999])
    expect(kept.length).toBeLessThanOrEqual(20)
  })

  it('gives the newest value of a key, also when an older one is in the old generation', () => {
    const map = new NewestMap<number>(2)
    for (const [key, value] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['a', 4],
    ] as const)
      map.set(key, value)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([4, 2, 3])
  })

  it('forgets a key in both generations', () => {
    const map = new NewestMap<number>(1)
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    map.delete('a')
    expect(map.get('a')).toBeUndefined()
  })
})

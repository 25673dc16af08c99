import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { sealStars } from './stars.ts'

const hash = fc.string({
  unit: fc.integer({ min: 0, max: 15 }).map((digit) => digit.toString(16)),
  minLength: 64,
  maxLength: 64,
})

describe('sealStars', () => {
  it('puts star i at byte 2i, byte 2i + 1 and makes one of them bright', () => {
    const stars = sealStars(`00ff${'80'.repeat(12)}05${'00'.repeat(17)}`)
    expect(stars).toHaveLength(7)
    expect(stars[0]).toEqual({ x: 0.15 / 7, y: 0.08 + 0.84, size: 0.7, bright: false })
    expect(stars.findIndex(({ bright }) => bright)).toBe(5)
  })

  it('keeps all stars inside, left to right, one bright', () => {
    fc.assert(
      fc.property(hash, (text) => {
        const stars = sealStars(text)
        expect(stars.every(({ x, y }) => x > 0 && x < 1 && y > 0 && y < 1)).toBe(true)
        expect(stars.map(({ x }) => x)).toEqual(stars.map(({ x }) => x).toSorted((a, b) => a - b))
        expect(stars.filter(({ bright }) => bright)).toHaveLength(1)
      }),
    )
  })

  it.each(['', 'f1ae', 'g'.repeat(64), 'F'.repeat(64)])('draws nothing for %j', (text) =>
    expect(sealStars(text)).toEqual([]),
  )
})

import { describe, expect, it } from '@jest/globals'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { SeedSeal } from './seed-seal.ts'
import type { Place } from './seed-seal.ts'

const place: Place = {
  playerId: '01890000-0000-7000-8000-000000000001',
  game: 'dice',
  serverSeedHash: 'cd'.repeat(32),
}
const seed = 'ab'.repeat(32)
const seal = new SeedSeal('a secret of thirty-two characters', 'dice-slots')

describe('a sealed seed', () => {
  it('opens in its place and shows nothing of the seed', () => {
    const sealed = seal.seal(seed, place, systemRandomness)
    expect(seal.open(sealed, place)).toBe(seed)
    expect(sealed.includes(Buffer.from(seed, 'hex').subarray(0, 4))).toBe(false)
    expect(seal.seal(seed, place, systemRandomness).equals(sealed)).toBe(false)
  })

  const changed = (sealed: Buffer) => sealed.with(sealed.length - 1, (sealed.at(-1) ?? 0) ^ 1)
  it.each([
    {
      what: 'in the place of another commitment',
      where: { ...place, serverSeedHash: 'ce'.repeat(32) },
      opener: seal,
      alter: (b: Buffer) => b,
    },
    {
      what: 'in the place of another game',
      where: { ...place, game: 'slots' as const },
      opener: seal,
      alter: (b: Buffer) => b,
    },
    {
      what: 'in another service',
      where: place,
      opener: new SeedSeal('a secret of thirty-two characters', 'mines'),
      alter: (b: Buffer) => b,
    },
    {
      what: 'with another secret',
      where: place,
      opener: new SeedSeal('another secret of thirty-two chars', 'dice-slots'),
      alter: (b: Buffer) => b,
    },
    { what: 'when one bit was changed', where: place, opener: seal, alter: (b: Buffer) => Buffer.from(changed(b)) },
    { what: 'when it was cut', where: place, opener: seal, alter: (b: Buffer) => b.subarray(0, 20) },
  ])('does not open $what', ({ where, opener, alter }) => {
    const sealed = alter(seal.seal(seed, place, systemRandomness))
    expect(() => opener.open(sealed, where)).toThrow()
  })
})

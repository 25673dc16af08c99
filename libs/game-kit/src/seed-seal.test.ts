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

describe('a mark', () => {
  const following = { playerId: place.playerId, game: place.game, betId: 'a bet', nextServerSeedHash: 'ce'.repeat(32) }
  const none = Buffer.alloc(0)
  const seat = (mark: Buffer) => ({
    ...place,
    turn: 7,
    mark,
    sealedSeed: seal.seal(seed, place, systemRandomness),
  })
  it.each([
    { what: 'of this turn', mark: seal.turnMark(place, 7), opens: true },
    { what: 'of an earlier turn', mark: seal.turnMark(place, 6), opens: false },
    {
      what: 'of another commitment',
      mark: seal.turnMark({ ...place, serverSeedHash: 'ce'.repeat(32) }, 7),
      opens: false,
    },
    { what: 'of another secret', mark: new SeedSeal('another', 'dice-slots').turnMark(place, 7), opens: false },
    { what: 'that is empty', mark: none, opens: false },
  ])('$what opens a seat: $opens', ({ mark, opens }) => {
    if (opens) expect(seal.seedOf(seat(mark))).toBe(seed)
    else expect(() => seal.seedOf(seat(mark))).toThrow('has no valid mark for turn 7')
  })

  it('of the next commitment follows the bet that it was written with', () => {
    const next = seal.turnMark({ ...place, serverSeedHash: following.nextServerSeedHash }, 8)
    expect(seal.markAfter({ ...seat(none), ...following, nextMark: seal.nextMark(following) })).toEqual(next)
  })

  it('of the same commitment follows the mark of this turn', () => {
    expect(seal.markAgain(seat(seal.turnMark(place, 7)))).toEqual(seal.turnMark(place, 8))
  })

  it('becomes empty after a wrong mark', () => {
    const foreign = seal.nextMark({ ...following, betId: 'another' })
    for (const wrong of [none, foreign]) {
      expect(seal.markAgain(seat(wrong))).toEqual(none)
      expect(seal.markAfter({ ...seat(none), ...following, nextMark: wrong })).toEqual(none)
    }
  })
})

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

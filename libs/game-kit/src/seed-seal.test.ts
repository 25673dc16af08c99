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
  const seat = (mark: Buffer | null) => ({
    ...place,
    turn: 7,
    mark,
    sealedSeed: seal.seal(seed, place, systemRandomness),
  })
  it.each([
    { what: 'of this turn', mark: seal.turnMark(place, 7), opens: true },
    { what: 'from before there were marks', mark: Buffer.alloc(0), opens: true },
    { what: 'of an earlier turn', mark: seal.turnMark(place, 6), opens: false },
    {
      what: 'of another commitment',
      mark: seal.turnMark({ ...place, serverSeedHash: 'ce'.repeat(32) }, 7),
      opens: false,
    },
    { what: 'of another secret', mark: new SeedSeal('another', 'dice-slots').turnMark(place, 7), opens: false },
    { what: 'that nobody has made', mark: null, opens: false },
  ])('$what opens a seat: $opens', ({ mark, opens }) => {
    if (opens) expect(seal.seedOf(seat(mark))).toBe(seed)
    else expect(() => seal.seedOf(seat(mark))).toThrow('was not put there for turn 7')
  })

  it.each([
    { what: 'the bet that it was written with', nextMark: seal.nextMark(following) },
    { what: 'what was written before there were marks', nextMark: Buffer.alloc(0) },
  ])('of the next turn follows $what', ({ nextMark }) => {
    const next = seal.turnMark({ ...place, serverSeedHash: following.nextServerSeedHash }, 8)
    expect(seal.markAfter({ ...seat(null), ...following, nextMark })).toEqual(next)
  })

  it('of the next turn of the same commitment follows that of this turn, and the empty one', () => {
    const next = seal.turnMark(place, 8)
    expect(seal.markAgain(seat(seal.turnMark(place, 7)))).toEqual(next)
    expect(seal.markAgain(seat(Buffer.alloc(0)))).toEqual(next)
  })

  it('follows none; and a wrong one is followed by one that is none, and another each turn', () => {
    expect([seal.markAgain(seat(null)), seal.markAfter({ ...seat(null), ...following, nextMark: null })]).toEqual([
      null,
      null,
    ])
    const foreign = seal.nextMark({ ...following, betId: 'another' })
    const spoiled = [
      seal.markAgain(seat(foreign)),
      seal.markAgain({ ...seat(foreign), turn: 8 }),
      seal.markAfter({ ...seat(null), ...following, nextMark: foreign }),
    ].map((mark) => mark?.toString('hex'))
    expect(spoiled).toEqual(spoiled.map(() => expect.stringMatching(/^[0-9a-f]{32}$/)))
    expect(new Set(spoiled).size).toBe(3)
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

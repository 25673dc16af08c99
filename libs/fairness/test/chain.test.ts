import { describe, expect, it } from '@jest/globals'
import { chainMaxLength, chainSeed, chainSeeds, hashSeed, roundClientSeed, serverSeedHash } from '../src/index.ts'
import { vectors } from './vectors.ts'

const topSeed = 'f'.repeat(64)

describe('a chain', () => {
  it('goes from the top seed to its end, each seed the hash of the one before', () => {
    const seeds = [...chainSeeds(topSeed, 20)]
    expect(seeds).toHaveLength(21)
    seeds.slice(1).forEach((seed, before) => expect(seed).toBe(serverSeedHash(seeds[before] ?? '')))
    expect(seeds.at(-1)).toBe(hashSeed(topSeed, 20))
  })

  it('gives the seed of each round', () => {
    const byRound = [...chainSeeds(topSeed, 20)].reverse()
    byRound.forEach((seed, index) => expect(chainSeed({ topSeed, length: 20, index })).toBe(seed))
    byRound.forEach((seed, index) => expect(hashSeed(seed, index)).toBe(byRound[0]))
  })

  it.each([
    () => hashSeed('abc', 1),
    () => hashSeed(topSeed, -1),
    () => hashSeed(topSeed, chainMaxLength + 1),
    () => chainSeed({ topSeed, length: 5, index: 6 }),
    () => chainSeed({ topSeed, length: 0, index: 0 }),
    () => [...chainSeeds(topSeed, chainMaxLength + 1)],
  ])('refuses what is out of range: %s', (call) => {
    expect(call).toThrow(RangeError)
  })
})

describe('the client seed of a round', () => {
  const { salt } = vectors.aviatorChain
  it('depends on the order of the bets', () => {
    expect(roundClientSeed(salt, ['a', 'b'])).not.toBe(roundClientSeed(salt, ['b', 'a']))
    expect(roundClientSeed(salt, [])).toBe(serverSeedHash(salt))
  })

  it.each([
    ['abc', ['a']],
    [salt, ['a', 'b', 'c', 'd']],
    [salt, ['a:b']],
    [salt, ['']],
  ])('refuses %s with %j', (givenSalt, clientSeeds) => {
    expect(() => roundClientSeed(givenSalt, clientSeeds)).toThrow(RangeError)
  })
})

import { describe, expect, it } from '@jest/globals'
import { chainMaxLength, chainSeed, hashSeed, roundClientSeed, serverSeedHash } from '../src/index.ts'
import { vectors } from './vectors.ts'

const topSeed = 'f'.repeat(64)

describe('a chain', () => {
  const length = 20
  const byRound = Array.from({ length: length + 1 }, (_, index) => chainSeed({ topSeed, length, index }))

  it('goes from the top seed to its end, each seed the hash of the one before', () => {
    expect(byRound.at(-1)).toBe(topSeed)
    byRound.slice(1).forEach((seed, before) => expect(serverSeedHash(seed)).toBe(byRound[before]))
  })

  it('proves of each seed that it belongs to it', () => {
    byRound.forEach((seed, index) => expect(hashSeed(seed, index)).toBe(byRound[0]))
  })

  it.each([
    () => hashSeed('abc', 1),
    () => hashSeed(topSeed, -1),
    () => hashSeed(topSeed, chainMaxLength + 1),
    () => chainSeed({ topSeed, length: 5, index: 6 }),
    () => chainSeed({ topSeed, length: 0, index: 0 }),
    () => chainSeed({ topSeed, length: chainMaxLength + 1, index: 0 }),
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

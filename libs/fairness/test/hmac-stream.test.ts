import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { DrawStream, hmacBlock, hmacStream } from '../src/index.ts'
import { seedsOf, vectors } from './vectors.ts'

/** A stream of the given words, then of nothing but zeros. */
function streamOf(...words: readonly number[]): DrawStream {
  const bytes = Buffer.alloc(32 * Math.max(1, Math.ceil(words.length / 8)))
  words.forEach((word, i) => bytes.writeUInt32BE(word, 4 * i))
  return new DrawStream((index) => new Uint8Array(bytes.subarray(32 * index, 32 * index + 32)))
}

const hex64 = fc.stringMatching(/^[0-9a-f]{64}$/)
const clientSeed = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)

describe('blocks', () => {
  it('are HMAC-SHA256 of the texts of the wire rules', () => {
    fc.assert(
      fc.property(hex64, clientSeed, fc.integer({ min: 1 }), fc.nat(300), (serverSeed, client, nonce, index) => {
        const text = index === 0 ? `${client}:${nonce}` : `${client}:${nonce}:${index}`
        const expected = createHmac('sha256', serverSeed).update(text).digest('hex')
        const block = hmacBlock({ serverSeed, clientSeed: client, nonce }, index)
        expect(Buffer.from(block).toString('hex')).toBe(expected)
      }),
    )
  })

  it('are read four bytes at a time, one after the other', () => {
    const seeds = seedsOf(1)
    const bytes = Buffer.concat([0, 1, 2].map((index) => hmacBlock(seeds, index)))
    const stream = hmacStream(seeds)
    const words = Array.from({ length: 24 }, () => stream.draw(2 ** 32))
    expect(words).toEqual(Array.from({ length: 24 }, (_, i) => bytes.readUInt32BE(4 * i)))
  })
})

describe('rejection sampling', () => {
  const limit = Math.floor(2 ** 32 / 10_000) * 10_000

  it.each([
    { name: 'keeps the word below the limit', words: [limit - 1, 5], result: 9_999 },
    { name: 'skips the limit itself', words: [limit, 5], result: 5 },
    { name: 'skips the highest word', words: [2 ** 32 - 1, 12_345], result: 2_345 },
    { name: 'skips several, also into the next block', words: [...Array<number>(9).fill(limit), 7], result: 7 },
    { name: 'keeps zero', words: [0], result: 0 },
  ])('$name', ({ words, result }) => {
    expect(streamOf(...words).draw(10_000)).toBe(result)
  })

  it.each([1, 2, 32, 2 ** 31, 2 ** 32])('skips no word when %i divides 2^32', (n) => {
    expect(streamOf(2 ** 32 - 1).draw(n)).toBe(n - 1)
  })

  it('takes the second word of the golden vector whose first is skipped', () => {
    const row = vectors.dice.find((candidate) => candidate.clientSeed === 'reject')
    if (row === undefined) throw new Error('the vector is missing')
    const block = Buffer.from(hmacBlock(row, 0))
    expect(block.readUInt32BE(0)).toBeGreaterThanOrEqual(limit)
    expect(hmacStream(row).acceptedWord(10_000)).toBe(block.readUInt32BE(4))
  })

  it('accepts exactly the words that leave each result equally likely', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (n, word) => {
        const accepted = BigInt(word) < (2n ** 32n / BigInt(n)) * BigInt(n)
        expect(streamOf(word).acceptedWord(n)).toBe(accepted ? word : 0)
      }),
    )
  })

  it('gives up instead of looping for ever', () => {
    const stuck = new DrawStream(() => new Uint8Array(32).fill(255))
    expect(() => stuck.draw(10_000)).toThrow('limit')
  })

  it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('refuses draw(%d)', (n) => {
    expect(() => hmacStream(seedsOf(1)).draw(n)).toThrow(RangeError)
  })
})

describe('distribution', () => {
  it('spreads 40,000 draws of 32 evenly (chi-squared, 31 degrees, fixed seeds)', () => {
    const counts = new Array<number>(32).fill(0)
    for (let nonce = 1; nonce <= 5_000; nonce++) {
      const stream = hmacStream(seedsOf(nonce))
      for (let i = 0; i < 8; i++) {
        const stop = stream.draw(32)
        counts[stop] = (counts[stop] ?? 0) + 1
      }
    }
    const expected = 40_000 / 32
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(chiSquared).toBeLessThan(61.1) // p = 0.001
  })
})

describe('seeds', () => {
  const good = seedsOf(1)
  it.each([
    { name: 'an upper-case server seed', seeds: { ...good, serverSeed: good.serverSeed.toUpperCase() } },
    { name: 'a short server seed', seeds: { ...good, serverSeed: good.serverSeed.slice(1) } },
    { name: 'a server seed with a line break', seeds: { ...good, serverSeed: `${good.serverSeed}\n` } },
    { name: 'an empty client seed', seeds: { ...good, clientSeed: '' } },
    { name: 'a client seed of 65', seeds: { ...good, clientSeed: 'a'.repeat(65) } },
    { name: 'a client seed with a colon', seeds: { ...good, clientSeed: 'a:1' } },
    { name: 'a client seed beyond ASCII', seeds: { ...good, clientSeed: 'naïve' } },
    { name: 'nonce 0', seeds: { ...good, nonce: 0 } },
    { name: 'nonce 1.5', seeds: { ...good, nonce: 1.5 } },
    { name: 'a nonce beyond safe integers', seeds: { ...good, nonce: 2 ** 53 } },
  ])('refuses $name without telling the seed', ({ seeds }) => {
    expect(() => hmacStream(seeds)).toThrow(RangeError)
    expect(() => hmacStream(seeds)).not.toThrow(new RegExp(good.serverSeed.slice(1, 20), 'i'))
  })
})

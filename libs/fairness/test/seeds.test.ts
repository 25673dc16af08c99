import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  freshClientSeed,
  hasFreshPart,
  isClientSeed,
  isOwnClientSeed,
  isServerSeed,
  newServerSeed,
  serverSeedHash,
} from '../src/index.ts'

const counting = (start: number) => (length: number) => Uint8Array.from({ length }, (_, i) => start + i)

describe('server seeds', () => {
  it('are 32 random bytes in lower-case hex', () => {
    expect(newServerSeed(counting(0xe0))).toBe('e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff')
  })

  it('are hashed as their 64 characters, not as 32 bytes', () => {
    const seed = newServerSeed(counting(0))
    expect(serverSeedHash(seed)).toBe(createHash('sha256').update(seed, 'ascii').digest('hex'))
    expect(serverSeedHash(seed)).not.toBe(createHash('sha256').update(seed, 'hex').digest('hex'))
  })

  it('are refused from a source that gives too few bytes', () => {
    expect(() => newServerSeed(() => new Uint8Array(31))).toThrow('31 bytes')
  })

  it.each(['', 'ab', 'G'.repeat(64), 'A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(64)}\n`])(
    'do not look like %j',
    (text) => {
      expect(isServerSeed(text)).toBe(false)
      expect(() => serverSeedHash(text)).toThrow(RangeError)
    },
  )
})

describe('client seeds', () => {
  it.each([
    { text: 'a', client: true, own: true },
    { text: 'Az09_-', client: true, own: true },
    { text: 'a'.repeat(47), client: true, own: true },
    { text: 'a'.repeat(48), client: true, own: false },
    { text: 'a'.repeat(64), client: true, own: false },
    { text: 'a'.repeat(65), client: false, own: false },
    { text: '', client: false, own: false },
    { text: 'a b', client: false, own: false },
    { text: 'a:b', client: false, own: false },
    { text: 'a\n', client: false, own: false },
    { text: 'é', client: false, own: false },
  ])('$text', ({ text, client, own }) => {
    expect([isClientSeed(text), isOwnClientSeed(text)]).toEqual([client, own])
  })
})

describe('fresh client seeds', () => {
  it('are the own seed, a dash and 16 random letters or digits', () => {
    expect(freshClientSeed('asha-lotus', counting(0))).toBe('asha-lotus-ABCDEFGHIJKLMNOP')
    expect(freshClientSeed('x', counting(46))).toBe('x-uvwxyz0123456789')
  })

  it('skip the bytes that would make some letters likelier', () => {
    const given = [new Uint8Array(16).fill(248), new Uint8Array(16).fill(247)]
    expect(freshClientSeed('x', () => given.shift() ?? new Uint8Array(16))).toBe('x-9999999999999999')
  })

  it('give up on a source without usable bytes', () => {
    expect(() => freshClientSeed('x', (length) => new Uint8Array(length).fill(255))).toThrow('randomness')
  })

  it('are always client seeds with a fresh part', () => {
    const own = fc.stringMatching(/^[A-Za-z0-9_-]{1,47}$/)
    const bytes = fc.uint8Array({ minLength: 1_024, maxLength: 1_024 })
    fc.assert(
      fc.property(own, bytes, (ownSeed, source) => {
        let at = 0
        const seed = freshClientSeed(ownSeed, (length) => source.subarray(at, (at += length)))
        expect([isClientSeed(seed), hasFreshPart(seed), seed.startsWith(`${ownSeed}-`)]).toEqual([true, true, true])
      }),
    )
  })

  it.each(['', 'a'.repeat(48), 'a b'])('refuse the own seed %j', (own) => {
    expect(() => freshClientSeed(own, counting(0))).toThrow(RangeError)
  })
})

import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { requireInteger } from './decimal.ts'
import { isClientSeed, requireServerSeed, sha256Hex } from './seeds.ts'

/** The longest chain: a check of its last round hashes that often, about two seconds. */
export const chainMaxLength = 1_000_000
/** A round's client seed is made from so many bets, the first ones accepted. */
export const roundClientSeedsMax = 3

/**
 * `seed` hashed `times` times, each time hex(SHA-256(the 64 characters)). The server seeds of Aviator are a chain,
 * made ahead and used backwards (docs/concepts/fairness.md): s(N) is random, and s(i) is the hash of s(i + 1).
 * Round r of the chain uses s(r), and s(0) is published before the first round.
 * The proof that a seed belongs to the chain: s(0) = hashSeed(s(r), r).
 */
export function hashSeed(seed: string, times: number): string {
  requireServerSeed(seed)
  requireInteger('times', times, 0, chainMaxLength)
  const text = utf8ToBytes(seed)
  for (let i = 0; i < times; i++) writeHex(sha256(text), text)
  return String.fromCharCode(...text)
}

/** The seed of round `index` (0 to length; 0 is the published end) of a chain whose first random seed is s(length). */
export function chainSeed(chain: {
  readonly topSeed: string
  readonly length: number
  readonly index: number
}): string {
  requireInteger('length', chain.length, 1, chainMaxLength)
  requireInteger('index', chain.index, 0, chain.length)
  return hashSeed(chain.topSeed, chain.length - chain.index)
}

/**
 * The client seed of a round, made when betting closes: hex(SHA-256(`salt:c1:c2:c3`)). c1 to c3 are the client seeds
 * of the first three accepted bets. A round with fewer bets has fewer client seeds, down to `salt` alone.
 */
export function roundClientSeed(salt: string, clientSeeds: readonly string[]): string {
  requireServerSeed(salt, 'a salt')
  if (clientSeeds.length > roundClientSeedsMax) throw new RangeError('a round takes the client seeds of 3 bets at most')
  if (!clientSeeds.every(isClientSeed)) throw new RangeError('a client seed must be 1 to 64 of A-Z a-z 0-9 _ -')
  return sha256Hex([salt, ...clientSeeds].join(':'))
}

const hexDigits = utf8ToBytes('0123456789abcdef')

function writeHex(bytes: Uint8Array, into: Uint8Array): void {
  for (const [i, byte] of bytes.entries()) {
    into[2 * i] = hexDigits[byte >> 4] ?? 0
    into[2 * i + 1] = hexDigits[byte & 15] ?? 0
  }
}

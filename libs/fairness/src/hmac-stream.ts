import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { requireInteger } from './decimal.ts'
import { requireSeeds, type Seeds } from './seeds.ts'

const wordValues = 2 ** 32
/** A board of Mines takes 3 blocks; to pass this limit a fair hash would have to be rejected hundreds of times in a row. */
const maxBlocks = 256

/** The 32 bytes of block `index`: HMAC-SHA256(serverSeed, `clientSeed:nonce`), from 1 on with `:index` after it. */
export function hmacBlock({ serverSeed, clientSeed, nonce }: Seeds, index: number): Uint8Array {
  const text = index === 0 ? `${clientSeed}:${nonce}` : `${clientSeed}:${nonce}:${index}`
  return hmac(sha256, utf8ToBytes(serverSeed), utf8ToBytes(text))
}

/** Whole numbers out of a stream of bytes, four at a time, all equally likely (docs/concepts/fairness.md). */
export class DrawStream {
  readonly #blockAt: (index: number) => Uint8Array
  #block = new Uint8Array(0)
  #nextBlock = 0
  #offset = 0

  constructor(blockAt: (index: number) => Uint8Array) {
    this.#blockAt = blockAt
  }

  /** A whole number from 0 to n - 1, n from 1 to 2^32. */
  draw(n: number): number {
    return this.acceptedWord(n) % n
  }

  /**
   * The next unsigned big-endian word below floor(2^32 / n) * n; words from there up are skipped, because they
   * would make small results likelier. `draw(n)` is this word mod n.
   */
  acceptedWord(n: number): number {
    requireInteger('n', n, 1, wordValues)
    const limit = Math.floor(wordValues / n) * n
    let word = this.#nextWord()
    while (word >= limit) word = this.#nextWord()
    return word
  }

  #nextWord(): number {
    if (this.#offset === this.#block.length) {
      if (this.#nextBlock === maxBlocks) throw new Error('the stream of draws passed its limit')
      this.#block = Uint8Array.from(this.#blockAt(this.#nextBlock++))
      this.#offset = 0
    }
    const [a = 0, b = 0, c = 0, d = 0] = this.#block.subarray(this.#offset, this.#offset + 4)
    this.#offset += 4
    return a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
  }
}

/** The draws of one play. Throws RangeError for seeds that break their rules. */
export function hmacStream(seeds: Seeds): DrawStream {
  requireSeeds(seeds)
  return new DrawStream((index) => hmacBlock(seeds, index))
}

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What decides a play (docs/concepts/fairness.md). */
export interface Seeds {
  /** 64 lower-case hex characters, used as that text. */
  readonly serverSeed: string
  /** 1 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly clientSeed: string
  /** Counts a player's plays of a game from 1; in Aviator it is the round number. */
  readonly nonce: number
}

/** Gives `length` unpredictable bytes. Injected: this package makes no chance of its own. */
export type RandomBytes = (length: number) => Uint8Array

/** The longest own seed of a player: with '-' and the 16 fresh characters it makes the 64 of a client seed. */
export const ownClientSeedMaxLength = 47
const freshLength = 16
const freshAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const hex64 = /^[0-9a-f]{64}$/
const clientSeedForm = /^[A-Za-z0-9_-]{1,64}$/
const ownClientSeedForm = /^[A-Za-z0-9_-]{1,47}$/
const freshClientSeedForm = /^[A-Za-z0-9_-]{1,47}-[A-Za-z0-9]{16}$/

/** A server seed, its hash, a chain seed and a salt all have this form: 64 lower-case hex characters. */
export const isServerSeed = (text: string): boolean => hex64.test(text)
/** 1 to 64 of `A-Z a-z 0-9 _ -`. */
export const isClientSeed = (text: string): boolean => clientSeedForm.test(text)
/** What a player may store as the own seed: 1 to 47 of the same characters. */
export const isOwnClientSeed = (text: string): boolean => ownClientSeedForm.test(text)
/** Whether a client seed ends in '-' and 16 letters or digits, as `freshClientSeed` makes it. */
export const hasFreshPart = (clientSeed: string): boolean => freshClientSeedForm.test(clientSeed)
/** A whole number from 1. */
export const isNonce = (nonce: number): boolean => Number.isSafeInteger(nonce) && nonce >= 1

/** Throws RangeError, naming the first input that breaks its rule. Never puts a seed into the message. */
export function requireSeeds({ serverSeed, clientSeed, nonce }: Seeds): void {
  requireServerSeed(serverSeed)
  if (!isClientSeed(clientSeed)) throw new RangeError('a client seed must be 1 to 64 of A-Z a-z 0-9 _ -')
  if (!isNonce(nonce)) throw new RangeError('a nonce must be a whole number from 1')
}

/** Throws RangeError unless `text` is 64 lower-case hex characters. */
export function requireServerSeed(text: string, name = 'a server seed'): void {
  if (!isServerSeed(text)) throw new RangeError(`${name} must be 64 lower-case hex characters`)
}

/** hex(SHA-256) of bytes, such as those of a file. */
export const sha256OfBytes = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** hex(SHA-256(text)) of the text's characters. */
export const sha256Hex = (text: string): string => sha256OfBytes(utf8ToBytes(text))

/** The commitment to a server seed: hex(SHA-256) of its 64 characters (not of the 32 bytes that they stand for). */
export function serverSeedHash(serverSeed: string): string {
  requireServerSeed(serverSeed)
  return sha256Hex(serverSeed)
}

/** A new server seed, chain seed or salt: 32 random bytes as hex. */
export function newServerSeed(randomBytes: RandomBytes): string {
  return bytesToHex(exactly(randomBytes, 32))
}

/**
 * The client seed of one play: the player's own seed, '-' and 16 random letters or digits (docs/concepts/fairness.md).
 * To be made after the commitment was seen, so that the server could not choose its seed against it.
 * Throws RangeError for an own seed that is not 1 to 47 of the allowed characters.
 */
export function freshClientSeed(ownClientSeed: string, randomBytes: RandomBytes): string {
  if (!isOwnClientSeed(ownClientSeed)) throw new RangeError('an own client seed must be 1 to 47 of A-Z a-z 0-9 _ -')
  return `${ownClientSeed}-${freshPart(randomBytes)}`
}

/** The 16 random letters or digits of a play's client seed. */
export function freshPart(randomBytes: RandomBytes): string {
  const evenBytes = 256 - (256 % freshAlphabet.length)
  let fresh = ''
  for (let attempt = 0; attempt < 64; attempt++) {
    for (const byte of exactly(randomBytes, freshLength)) {
      if (byte < evenBytes) fresh += freshAlphabet.charAt(byte % freshAlphabet.length)
      if (fresh.length === freshLength) return fresh
    }
  }
  throw new Error('the source of randomness gives no usable bytes')
}

function exactly(randomBytes: RandomBytes, length: number): Uint8Array {
  const bytes = randomBytes(length)
  if (bytes.length !== length) throw new Error(`the source of randomness gave ${bytes.length} bytes for ${length}`)
  return bytes
}

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Randomness } from './randomness.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** A key of its own for one use of a secret, derived with HKDF-SHA256 (RFC 5869). */
export function keyFor(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `kismet ${use}`, keyBytes))
}

/** Encrypts with AES-256-GCM under the key of one use. */
export class Seal {
  readonly #key: Buffer

  constructor(secret: string, use: string) {
    this.#key = keyFor(secret, use)
  }

  /** @param boundTo must be the same when it is opened */
  seal(plain: Buffer, boundTo: string, randomness: Randomness): Buffer {
    const iv = randomness.bytes(ivBytes)
    const cipher = createCipheriv(algorithm, this.#key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(boundTo))
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** @throws Error when it was sealed under another secret or for another use, bound to something else, or altered */
  open(sealed: Buffer, boundTo: string): Buffer {
    const iv = sealed.subarray(0, ivBytes)
    const decipher = createDecipheriv(algorithm, this.#key, iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
  }
}

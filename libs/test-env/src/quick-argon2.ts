import { randomBytes } from 'node:crypto'
import argon2 from 'argon2/argon2.cjs'
import type { HashOptions } from 'argon2/argon2.cjs'

/** By this beginning of its salt, in base64 with the sign before it, a hash is known as one of these. */
const mark = { salt: Buffer.from('tst'), written: '$dHN0' }
const memoryKib = 64
const withMemory = (digest: string, kib: number): string => digest.replace(/\$m=\d+/, `$m=${kib}`)

export const { argon2id, needsRehash } = argon2

/**
 * Argon2 as services in Jest have it (jest.config.js): the same function in a three-hundredth of the memory, written as if it had all that was asked for. A real hash
 * takes 30 ms of a core, and the tests make and check thousands; services that run as processes of their own take that time.
 */
export async function hash(password: Buffer | string, options: HashOptions = {}): Promise<string> {
  const salt = Buffer.concat([mark.salt, randomBytes(13)])
  const digest = await argon2.hash(password, { ...options, memoryCost: memoryKib, salt })
  return withMemory(digest, options.memoryCost ?? 65_536)
}

/** Checks a real one too: what a process has written, a service in Jest may read. */
export const verify = (digest: string, password: Buffer | string): Promise<boolean> =>
  argon2.verify(digest.includes(mark.written) ? withMemory(digest, memoryKib) : digest, password)

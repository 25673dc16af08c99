import { argon2id, hash, needsRehash, verify } from 'argon2'

/** Argon2id with the parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. About 30 ms of one core. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The same letters typed on another keyboard can be other code points; NFKC makes them one (NIST SP 800-63B, section 3.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC')

/**
 * Hashing and checking of passwords. Each takes 30 ms of a core and one of libuv's four threads, so
 * callers limit how many run.
 */
export interface PasswordWork {
  hash(password: string): Promise<string>
  /** Checks a password. Without a hash (an unknown account) it does the same work and answers false. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
  /** True when the hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean
}

/**
 * @param seed random bytes for the hash of a password that does not exist
 */
export async function openPasswordWork(seed: Buffer): Promise<PasswordWork> {
  const nobodys = await hash(seed, parameters)
  return {
    hash: (password) => hash(normal(password), parameters),
    matches: async (passwordHash, password) =>
      (await verify(passwordHash ?? nobodys, normal(password))) && passwordHash !== undefined,
    isOutdated: (passwordHash) => needsRehash(passwordHash, parameters),
  }
}

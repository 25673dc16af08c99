import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Audience } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import { argon2id, hash, needsRehash, verify } from 'argon2'
import PQueue from 'p-queue'
import { readCommonPasswords } from '../domain/password-rules.ts'

/** Argon2id with the parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. About 30 ms of one core. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Libuv has four threads: three at most are the players', one is the admins' and free for other work while no admin logs in. */
const atOnce: Record<Audience, number> = { player: Math.min(availableParallelism(), 3), admin: 1 }
const mostWaiting = 256

/** The list of common passwords that comes with this service. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  return readCommonPasswords(await readFile(new URL('../data/common-passwords.txt', import.meta.url), 'utf8'))
}

/** The same letters typed on another keyboard can be other code points; NFKC makes them one (NIST SP 800-63B, section 3.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC')

/** What whoever's turn it is may do. */
export interface PasswordWork {
  hash(password: string): Promise<string>
  /** Checks a password. Without a hash (an unknown account) it does the same work and answers false. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
  /** True when the hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean
}

/**
 * Hashes and checks passwords, a few at a time, so that a flood of logins takes neither all memory nor all threads. Admins wait for admins alone, so that
 * a flood of players does not lock them out.
 */
export class Passwords {
  readonly #work: PasswordWork
  readonly #queues: Record<Audience, PQueue> = {
    player: new PQueue({ concurrency: atOnce.player }),
    admin: new PQueue({ concurrency: atOnce.admin }),
  }

  private constructor(nobodys: string) {
    this.#work = {
      hash: (password) => hash(normal(password), parameters),
      matches: async (passwordHash, password) =>
        (await verify(passwordHash ?? nobodys, normal(password))) && passwordHash !== undefined,
      isOutdated: (passwordHash) => needsRehash(passwordHash, parameters),
    }
  }

  /** @param seed random bytes; nobody has the password that is made of them */
  static async open(seed: Buffer): Promise<Passwords> {
    return new Passwords(await hash(seed, parameters))
  }

  /** Passwords that are being worked on or wait for it. */
  get load(): number {
    return Object.values(this.#queues).reduce((sum, { pending, size }) => sum + pending + size, 0)
  }

  /** Runs `work` when it is its turn. Hashing and checking are done inside of it. @throws Refusal `unavailable` when too many wait. */
  async inTurn<T>(audience: Audience, work: (passwords: PasswordWork) => Promise<T>): Promise<T> {
    const queue = this.#queues[audience]
    if (queue.size >= mostWaiting) throw new Refusal('unavailable')
    return queue.add(() => work(this.#work))
  }
}

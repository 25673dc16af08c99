import { availableParallelism } from 'node:os'
import { Refusal } from '@kismet/service-kit/refusal'
import { argon2id, hash, needsRehash, verify } from 'argon2'

/** Argon2id with the parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. About 30 ms of one core. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** One of libuv's four threads stays free for other work. */
const atOnce = Math.min(availableParallelism(), 3)
const mostWaiting = 256

/** The same letters typed on another keyboard can be other code points; NFKC makes them one (NIST SP 800-63B, section 3.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC')

/** Hashes and checks passwords, a few at a time, so that a flood of logins takes neither all memory nor all threads. */
export class Passwords {
  readonly #nobodys: string
  readonly #waiting: (() => void)[] = []
  #running = 0

  private constructor(nobodys: string) {
    this.#nobodys = nobodys
  }

  /** @param seed random bytes; nobody has the password that is made of them */
  static async open(seed: Buffer): Promise<Passwords> {
    return new Passwords(await hash(seed, parameters))
  }

  /** Passwords that are being worked on or wait for it. */
  get load(): number {
    return this.#running + this.#waiting.length
  }

  /** Runs `work` when it is its turn. Hashing and checking are done inside of it. @throws Refusal `unavailable` when too many wait. */
  async inTurn<T>(work: (passwords: PasswordWork) => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running += 1
    else await this.#wait()
    try {
      return await work(new PasswordWork(this.#nobodys))
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= mostWaiting) throw new Refusal('unavailable')
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

/** The work itself, given to whoever's turn it is. */
export class PasswordWork {
  readonly #nobodys: string

  constructor(nobodys: string) {
    this.#nobodys = nobodys
  }

  hash(password: string): Promise<string> {
    return hash(normal(password), parameters)
  }

  /** Checks a password. Without a hash (an unknown account) it does the same work and answers false. */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const right = await verify(passwordHash ?? this.#nobodys, normal(password))
    return right && passwordHash !== undefined
  }

  /** True when the hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean {
    return needsRehash(passwordHash, parameters)
  }
}

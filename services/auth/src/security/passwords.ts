import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Audience } from '@kismet/contracts'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import { siteOf } from '@kismet/service-kit/network'
import { openPasswordWork } from '@kismet/service-kit/password-hashing'
import type { PasswordWork } from '@kismet/service-kit/password-hashing'
import PQueue from 'p-queue'

/** Libuv has four threads: three at most are the players', one is the admins' and free for other work while no admin logs in. */
const atOnce: Record<Audience, number> = { player: Math.min(availableParallelism(), 3), admin: 1 }
/** Each network of strangers, and each account at its own devices, has a small share of the places. */
const places = { waiting: 2_048, waitingOfOwner: 64 }

/** The commonest passwords, in lower case: one a line, `#` starts a comment. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('../data/common-passwords.txt', import.meta.url), 'utf8')
  const lines = text.split('\n').map((line) => line.trim())
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}

/** Who waits. `isKnown`: at a device of the account. */
export interface Waiting {
  readonly audience: Audience
  readonly account?: { readonly id: string; readonly isKnown: boolean } | undefined
  readonly ip: string | undefined
}

/** Jobs of one audience, a few at a time. Jobs of known devices and of strangers wait in separate queues and alternate. */
class AudienceQueue {
  readonly #works: PQueue
  readonly #known: BoundedQueue
  readonly #strangers: BoundedQueue

  constructor(running: number) {
    const limits = { running, runningOfOwner: running, ...places }
    this.#works = new PQueue({ concurrency: running })
    this.#known = new BoundedQueue(limits)
    this.#strangers = new BoundedQueue(limits)
  }

  run<T>({ account, ip }: Waiting, work: () => Promise<T>): Promise<T> {
    const start = () => this.#works.add(work)
    return account?.isKnown === true ? this.#known.run(account.id, start) : this.#strangers.run(siteOf(ip), start)
  }
}

/**
 * Hashes and checks passwords, a few at a time, so that a flood of logins does not take all memory and threads. Admins have a
 * queue of their own, so that a flood of players does not lock them out. In each queue strangers get half of the work.
 */
export class Passwords {
  readonly #work: PasswordWork
  readonly #queues: Record<Audience, AudienceQueue> = {
    player: new AudienceQueue(atOnce.player),
    admin: new AudienceQueue(atOnce.admin),
  }

  private constructor(work: PasswordWork) {
    this.#work = work
  }

  /** @param seed random bytes, for the hash of a password that no account has */
  static async open(seed: Buffer): Promise<Passwords> {
    return new Passwords(await openPasswordWork(seed))
  }

  /**
   * Runs `work` when the queue has a place for it. `work` hashes and checks passwords.
   * @throws Refusal `too_many_requests` when too many of that network or account wait, `unavailable` when too many of all do.
   */
  run<T>(waiting: Waiting, work: (passwords: PasswordWork) => Promise<T>): Promise<T> {
    return this.#queues[waiting.audience].run(waiting, () => work(this.#work))
  }
}

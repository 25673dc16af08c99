import { noticeUsefulForMs } from '@kismet/contracts'
import { needed } from '@kismet/service-kit/redis'
import type { Redis } from 'ioredis'
import type { SendOutcome } from '../mail/mail-queue.ts'

/** Longer than any mail is under way. So long it is not tried again, too, when nobody knows what became of it: the server may have it. */
const underWayForMs = 60 * 60_000

/** Which notices that somebody owes are under way or settled, in all replicas and over restarts: who had no answer in time asks again. */
export class OwedNotices {
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Takes a notice to be mailed. @returns how it stands where somebody else has taken it. @throws Refusal `unavailable` */
  async begin(id: string): Promise<'begun' | 'under way' | 'settled'> {
    const before = await needed(this.#redis, this.#redis.set(keyOf(id), 'under way', 'PX', underWayForMs, 'NX', 'GET'))
    if (before === null) return 'begun'
    return before === 'settled' ? 'settled' : 'under way'
  }

  /** Says what became of a notice that was taken. @throws Refusal `unavailable` */
  async end(id: string, outcome: SendOutcome): Promise<void> {
    if (outcome === 'settled') await needed(this.#redis, this.#redis.set(keyOf(id), 'settled', 'PX', noticeUsefulForMs))
    else if (outcome === 'not taken') await needed(this.#redis, this.#redis.del(keyOf(id)))
  }
}

const keyOf = (id: string): string => `notice:${id}`

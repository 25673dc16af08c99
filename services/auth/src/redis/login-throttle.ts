import { limits } from '@kismet/contracts'
import type { Audience } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import { clientAddress } from '../domain/client-address.ts'
import type { Secrets } from '../security/secrets.ts'
import { needed } from './connection.ts'

/**
 * Forgets tries that are older than the window; notes a try when there is room for it and it has a name. Answers 0, or how many ms to wait.
 * ARGV: now, window in ms, tries allowed, name or ''.
 */
const tryScript = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return oldest[2] + ARGV[2] - ARGV[1]
end
if ARGV[4] ~= '' then
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0`

/** One account, tried from one address. */
export interface LoginTarget {
  readonly audience: Audience
  readonly account: string
  readonly address: string | undefined
}

/**
 * Ten wrong passwords in 15 minutes close an account to the address that they came from, and to no other, so that nobody can lock a victim out.
 * A try is noted before the password is looked at and forgotten when it was right, so that tries at the same time are counted too.
 */
export class LoginThrottle {
  readonly #redis: Redis
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #log: Logger

  constructor(redis: Redis, secrets: Secrets, kit: { clock: Clock; randomness: Randomness; log: Logger }) {
    this.#redis = redis
    this.#secrets = secrets
    this.#clock = kit.clock
    this.#randomness = kit.randomness
    this.#log = kit.log
  }

  /** Whether a try may be made now; notes nothing. @throws Refusal `too_many_requests` or `unavailable` */
  async check(target: LoginTarget): Promise<void> {
    await this.#try(target, '')
  }

  /** Notes a try. @throws Refusal `too_many_requests` or `unavailable`, when the password must not be looked at */
  async take(target: LoginTarget): Promise<void> {
    await this.#try(target, this.#randomness.id(this.#clock.now()))
  }

  /** Forgets the tries: the password was right, or is a new one. @throws Refusal `unavailable` */
  async forget(target: LoginTarget): Promise<void> {
    await needed(this.#redis.del(this.#key(target)), this.#log)
  }

  async #try(target: LoginTarget, name: string): Promise<void> {
    const { wrongPasswords, withinMs } = limits.login
    const args = [this.#key(target), this.#clock.now(), withinMs, wrongPasswords, name]
    const waitMs = await needed(this.#redis.eval(tryScript, 1, ...args), this.#log)
    if (waitMs !== 0) throw tooMany(Number(waitMs))
  }

  #key({ audience, account, address }: LoginTarget): string {
    return `login:${audience}:${this.#secrets.accountTag(account)}:${clientAddress(address)}`
  }
}

function tooMany(waitMs: number): Refusal {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Refusal('too_many_requests', `Too many wrong passwords. Please try again in ${wait}.`, {
    retryAfterMs: waitMs,
  })
}

import { requestRates } from '@kismet/contracts'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Telemetry } from './telemetry.ts'

export type Rate = keyof typeof requestRates
type By = 'player' | 'address'
type Limiters = Readonly<Record<Rate, Readonly<Record<By, RateLimiterAbstract>>>>

/** Events on open sockets are counted by each gateway in its memory, so that a cash-out never waits for Redis. */
const inMemory: readonly Rate[] = ['socket']

function createLimiters(redis: Redis, factor: number): Limiters {
  const create = (rate: Rate, by: By): RateLimiterAbstract => {
    const { points: base, seconds } = requestRates[rate][by]
    const points = Math.max(1, Math.round(base * factor))
    const options = { keyPrefix: `rate:${rate}:${by}`, points, duration: seconds }
    const memory = new RateLimiterMemory(options)
    if (inMemory.includes(rate)) return memory
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
      inMemoryBlockOnConsumed: points + 1,
    })
  }
  const rates = Object.keys(requestRates) as Rate[]
  return Object.fromEntries(
    rates.map((rate) => [rate, { player: create(rate, 'player'), address: create(rate, 'address') }]),
  ) as Limiters
}

/** Request rates, counted in Redis for all gateways together, and in memory while Redis is gone. */
export class Rates {
  readonly #limiters: Limiters
  readonly #telemetry: Telemetry

  /** `factor` multiplies them all. */
  constructor(redis: Redis, factor: number, telemetry: Telemetry) {
    this.#limiters = createLimiters(redis, factor)
    this.#telemetry = telemetry
  }

  /** @throws Refusal `too_many_requests` that says how long to wait. */
  byAddress(rate: Rate, address: string): Promise<void> {
    return this.#consume(rate, 'address', networkOf(address))
  }

  /** Counts for a player or an admin. @throws Refusal `too_many_requests` that says how long to wait. */
  byPlayer(rate: Rate, id: string): Promise<void> {
    return this.#consume(rate, 'player', id)
  }

  async #consume(rate: Rate, by: By, key: string): Promise<void> {
    try {
      await this.#limiters[rate][by].consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      this.#telemetry.limited(rate, by)
      throw new Refusal('too_many_requests', undefined, { retryAfterMs: refused.msBeforeNext })
    }
  }
}

import { requestRates } from '@kismet/contracts'
import type { RequestRate } from '@kismet/contracts'
import { networkOf, siteOf } from '@kismet/service-kit/network'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

export type Rate = keyof typeof requestRates
type By = 'player' | 'address'

/** What this gateway may still let through of one window of one key. */
interface Lease {
  readonly name: string
  /** Of all gateways together, in one window. */
  readonly points: number
  readonly windowMs: number
  /** The points of one message to Redis; 0: this gateway counts for itself. */
  readonly chunk: number
  left: number
  /** The window has no more points. */
  isLast: boolean
  asking: Promise<void> | undefined
}

const maxLeases = 100_000
const partTakenAtOnce = 1 / 10

/** @throws Error for a rate that is not counted so */
function limitOf(rate: Rate, by: By): RequestRate {
  const limits: Partial<Record<By, RequestRate>> = requestRates[rate]
  const limit = limits[by]
  if (limit === undefined) throw new Error(`There is no rate ${rate} by ${by}`)
  return limit
}

/**
 * Request rates, for all gateways together. A gateway takes points of a window from Redis, a tenth of the limit at a
 * time. So no limit is passed, and a caller of several gateways may meet the limit a tenth early for each. While Redis
 * is gone, each gateway counts alone.
 */
export class Rates {
  readonly #redis: Redis
  readonly #factor: number
  readonly #leases = new LRUCache<string, Lease>({ max: maxLeases, ttlResolution: 0 })

  /** `factor` multiplies all limits. */
  constructor(redis: Redis, factor: number) {
    this.#redis = redis
    this.#factor = factor
  }

  /** @throws Refusal `too_many_requests` that says how long to wait. */
  byAddress(rate: Rate, address: string): Promise<void> {
    const isBySite = limitOf(rate, 'address').bySite === true
    return this.#consume(rate, 'address', isBySite ? siteOf(address) : networkOf(address))
  }

  /** Counts a refused caller without a good token. @throws Refusal `too_many_requests`, else `error` */
  async refuseStranger(address: string, error: unknown): Promise<never> {
    if (isRefusal(error) && error.status < 500) await this.byAddress('stranger', address)
    throw error
  }

  /** Counts for a player or an admin. @throws Refusal `too_many_requests` that says how long to wait. */
  byPlayer(rate: Rate, id: string): Promise<void> {
    return this.#consume(rate, 'player', id)
  }

  async #consume(rate: Rate, by: By, key: string): Promise<void> {
    const name = `rate:${rate}:${by}:${key}`
    for (;;) {
      const lease = this.#leases.get(name) ?? this.#open(name, limitOf(rate, by), rate !== 'socket')
      if (lease.left > 0) {
        lease.left -= 1
        return
      }
      if (lease.isLast) {
        const retryAfterMs = Math.ceil(this.#leases.getRemainingTTL(name))
        throw new Refusal('too_many_requests', undefined, { retryAfterMs })
      }
      await (lease.asking ??= this.#extend(lease))
    }
  }

  /** Each gateway counts the events on its sockets alone, so that a cash-out never waits for Redis. */
  #open(name: string, limit: RequestRate, isShared: boolean): Lease {
    const points = Math.max(1, Math.round(limit.points * this.#factor))
    const chunk = isShared ? Math.max(1, Math.floor(points * partTakenAtOnce)) : 0
    const windowMs = limit.seconds * 1000
    const lease = { name, points, windowMs, chunk, left: 0, isLast: false, asking: undefined }
    this.#leases.set(name, lease)
    return lease
  }

  async #extend(lease: Lease): Promise<void> {
    const { name, points, windowMs, chunk } = lease
    const alone = { granted: points, leftMs: windowMs, isLast: true }
    const { granted, leftMs, isLast } = chunk === 0 ? alone : await this.#take(lease).catch(() => alone)
    lease.left += granted
    lease.isLast = isLast
    lease.asking = undefined
    this.#leases.set(name, lease, { ttl: Math.max(1, leftMs) })
  }

  /** One round trip. A gateway that died may have left a window without an end: the next chunk sets the end. */
  async #take({ name, points, windowMs, chunk }: Lease) {
    const [taken, , leftMs] = await Promise.all([
      this.#redis.incrby(name, chunk),
      this.#redis.pexpire(name, windowMs, 'NX'),
      this.#redis.pttl(name),
    ])
    const granted = Math.min(chunk, Math.max(0, points - (taken - chunk)))
    return { granted, leftMs, isLast: granted < chunk }
  }
}

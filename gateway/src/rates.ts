import { requestRates } from '@kismet/contracts'
import type { RequestRate } from '@kismet/contracts'
import { networkOf, siteOf } from '@kismet/service-kit/network'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Telemetry } from './telemetry.ts'

export type Rate = keyof typeof requestRates
type By = 'player' | 'address'

interface Limit {
  readonly points: number
  readonly windowMs: number
  /** How many points are taken from Redis at a time; 0: this gateway counts for itself. */
  readonly chunk: number
}

/** What this gateway may still let through of one window of one key. */
interface Lease {
  readonly name: string
  readonly limit: Limit
  left: number
  /** No more can be had before the window ends. */
  isLast: boolean
  endsAtMs: number
  asking: Promise<void> | undefined
}

const maxLeases = 100_000
const partTakenAtOnce = 1 / 10

/** `factor` multiplies the points. @throws Error for a rate that is not counted so */
function limitOf(rate: Rate, by: By, factor: number): Limit {
  const limits: Partial<Record<By, RequestRate>> = requestRates[rate]
  const limit = limits[by]
  if (limit === undefined) throw new Error(`There is no rate ${rate} by ${by}`)
  const points = Math.max(1, Math.round(limit.points * factor))
  // Events on open sockets are counted by each gateway for itself, so that a cash-out never waits for Redis.
  const chunk = rate === 'socket' ? 0 : Math.max(1, Math.floor(points * partTakenAtOnce))
  return { points, windowMs: limit.seconds * 1000, chunk }
}

/** What addresses are counted together by a rate. */
function keyOf(rate: Rate, address: string): string {
  const { address: ofAddress }: Partial<Record<By, RequestRate>> = requestRates[rate]
  const isBySite = ofAddress?.bySite === true
  return isBySite ? siteOf(address) : networkOf(address)
}

/**
 * Request rates, for all gateways together. A gateway takes points of a window from Redis, a tenth of the limit at a time, and counts on by itself: a limit is
 * never passed, and somebody who goes to several gateways may meet it a tenth early for each. While Redis is gone each gateway counts alone.
 */
export class Rates {
  readonly #redis: Redis
  readonly #factor: number
  readonly #telemetry: Telemetry
  readonly #leases = new LRUCache<string, Lease>({ max: maxLeases })

  /** `factor` multiplies them all. */
  constructor(redis: Redis, factor: number, telemetry: Telemetry) {
    this.#redis = redis
    this.#factor = factor
    this.#telemetry = telemetry
  }

  /** @throws Refusal `too_many_requests` that says how long to wait. */
  byAddress(rate: Rate, address: string): Promise<void> {
    return this.#consume(rate, 'address', keyOf(rate, address))
  }

  /** Counts that somebody was refused who has not shown who asks. @throws Refusal `too_many_requests`, else `error` */
  async refuseStranger(address: string, error: unknown): Promise<never> {
    if (isRefusal(error) && error.status < 500) await this.byAddress('stranger', address)
    throw error
  }

  /** Counts for a player or an admin. @throws Refusal `too_many_requests` that says how long to wait. */
  byPlayer(rate: Rate, id: string): Promise<void> {
    return this.#consume(rate, 'player', id)
  }

  async #consume(rate: Rate, by: By, key: string): Promise<void> {
    for (;;) {
      const lease = this.#leaseOf(rate, by, key)
      if (lease.left > 0) {
        lease.left -= 1
        return
      }
      if (lease.isLast) {
        this.#telemetry.limited.inc({ rate, by })
        const retryAfterMs = Math.ceil(lease.endsAtMs - performance.now())
        throw new Refusal('too_many_requests', undefined, { retryAfterMs })
      }
      await (lease.asking ??= this.#extend(lease))
    }
  }

  #leaseOf(rate: Rate, by: By, key: string): Lease {
    const name = `rate:${rate}:${by}:${key}`
    const known = this.#leases.get(name)
    if (known !== undefined && known.endsAtMs > performance.now()) return known
    const limit = limitOf(rate, by, this.#factor)
    const lease = { name, limit, left: 0, isLast: false, endsAtMs: Number.POSITIVE_INFINITY, asking: undefined }
    this.#leases.set(name, lease)
    return lease
  }

  async #extend(lease: Lease): Promise<void> {
    const { points, windowMs, chunk } = lease.limit
    const alone = { granted: points, leftMs: windowMs, isLast: true }
    const { granted, leftMs, isLast } = chunk === 0 ? alone : await this.#take(lease).catch(() => alone)
    lease.left += granted
    lease.isLast = isLast
    lease.endsAtMs = performance.now() + leftMs
    lease.asking = undefined
  }

  /** One round trip, and one message for all that are made at a time. A window whose end was not set, as its gateway died, gets it with the next. */
  async #take({ name, limit: { points, windowMs, chunk } }: Lease) {
    const [taken, , leftMs] = await Promise.all([
      this.#redis.incrby(name, chunk),
      this.#redis.pexpire(name, windowMs, 'NX'),
      this.#redis.pttl(name),
    ])
    const granted = Math.min(chunk, Math.max(0, points - (taken - chunk)))
    return { granted, leftMs, isLast: granted < chunk }
  }
}

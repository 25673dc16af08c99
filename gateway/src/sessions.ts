import { checkSession, limits, sessionHolder, sessionKey, sessionsEnded, touchSession } from '@kismet/contracts'
import type { TokenClaims } from '@kismet/contracts'
import type { Kit } from '@kismet/service-kit/define-service'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

export type SessionParts = Pick<Kit, 'bus' | 'clock' | 'log'> & { readonly redis: Redis }

const max = 50_000
/** The holder of an ended session. The gateway remembers the end as long as Redis could list the session, because Redis can lose the end. */
const nobody = ''
const endRemembered = { ttl: limits.session.inactivityMs }

/**
 * Checks whether sessions live: first in a cache of some seconds, then in Redis, then at auth. Without an answer the
 * request is refused (docs/spec/amendments.md, section 3). The cache is dropped after a reconnect of the bus, because
 * the gateway may have missed the end of a session.
 */
export class Sessions {
  readonly #parts: SessionParts
  readonly #holders: LRUCache<string, string>
  readonly #touched: LRUCache<string, true>
  /** The number of reconnects of the bus. */
  #times = 0

  constructor(parts: SessionParts) {
    const perf = { now: () => parts.clock.now() }
    this.#parts = parts
    this.#holders = new LRUCache({ max, ttl: limits.session.rememberedMs, ttlResolution: 0, perf })
    this.#touched = new LRUCache({ max, ttl: limits.session.activityEveryMs, ttlResolution: 0, perf })
  }

  /** Listens for the ends of sessions. */
  watch(): void {
    const { bus } = this.#parts
    const end = (sessionId: string) => this.#ended(sessionId)
    bus.onSignal(sessionsEnded, ({ sessionIds }) => sessionIds.forEach(end), { shared: false })
    bus.onReconnect(() => {
      this.#times += 1
      for (const [sessionId, holder] of this.#holders) if (holder !== nobody) this.#holders.delete(sessionId)
    })
  }

  /** Whether the session lives and has the person, audience and role of the token. @throws Refusal `unavailable` when Redis and auth both fail */
  async isLive(claims: TokenClaims, requestId: string): Promise<boolean> {
    const known = this.#holders.get(claims.sid)
    const isKnown = known === nobody || (known !== undefined && this.#parts.bus.hearsAll)
    const holder = isKnown ? known : await this.#ask(claims.sid, requestId)
    return holder === sessionHolder(claims)
  }

  /**
   * The same for a socket. A socket closes when its session ends, so that the cache is enough while the bus is connected.
   * @throws Refusal
   */
  async isStillLive(claims: TokenClaims, requestId: string): Promise<boolean> {
    return this.#parts.bus.hearsAll ? this.#holders.get(claims.sid) !== nobody : this.isLive(claims, requestId)
  }

  /** Reports activity of a session to auth, at most once a minute, without waiting for the answer. */
  touch(sessionId: string, requestId: string): void {
    const { bus, log } = this.#parts
    if (this.#touched.has(sessionId)) return
    this.#touched.set(sessionId, true)
    bus.call(touchSession, { sessionId }, { requestId }).then(
      ({ live }) => {
        if (!live) this.#ended(sessionId)
      },
      (error: unknown) => {
        this.#touched.delete(sessionId)
        log.warn({ err: error, requestId }, 'auth was not told of activity; the next command tells it')
      },
    )
  }

  #ended(sessionId: string): void {
    this.#holders.set(sessionId, nobody, endRemembered)
  }

  async #ask(sessionId: string, requestId: string): Promise<string> {
    const { redis, bus } = this.#parts
    const times = this.#times
    const held = await redis.get(sessionKey(sessionId)).catch(() => undefined)
    const holder = held ?? (await this.#askAuth(sessionId, requestId)) ?? nobody
    // The session may have ended during the lookup.
    if (this.#holders.get(sessionId) === nobody) return nobody
    if (bus.hearsAll && times === this.#times) this.#holders.set(sessionId, holder)
    return holder
  }

  async #askAuth(sessionId: string, requestId: string): Promise<string | null> {
    const { bus, log } = this.#parts
    try {
      return (await bus.call(checkSession, { sessionId }, { requestId })).holder
    } catch (error) {
      log.warn({ err: error, requestId }, 'failed to check a session: Redis has no answer and auth failed')
      throw new Refusal('unavailable')
    }
  }
}

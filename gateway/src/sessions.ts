import { checkSession, limits, sessionHolder, sessionKey, sessionsEnded, touchSession } from '@kismet/contracts'
import type { TokenClaims } from '@kismet/contracts'
import type { Kit } from '@kismet/service-kit/define-service'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Telemetry } from './telemetry.ts'

export type SessionParts = Pick<Kit, 'bus' | 'clock' | 'log'> & {
  readonly redis: Redis
  readonly telemetry: Telemetry
}

const max = 50_000
/** Who holds a session that has ended: it never lives again. That is remembered for as long as it could be listed, as Redis can lose the end of one. */
const nobody = ''
const endRemembered = { ttl: limits.session.inactivityMs }

/**
 * Whether sessions live. What is known of one is remembered for some seconds, or until its end is told or the bus breaks, which could have told it. What is
 * not known is asked of Redis, which holds the list; what is not there, or cannot be asked for, is asked of auth; when neither answers nobody is let in
 * (docs/spec/amendments.md, section 3).
 */
export class Sessions {
  readonly #parts: SessionParts
  readonly #holders: LRUCache<string, string>
  readonly #touched: LRUCache<string, true>
  /** Grows with each time that the bus comes back. */
  #times = 0

  constructor(parts: SessionParts) {
    const perf = { now: () => parts.clock.now() }
    this.#parts = parts
    this.#holders = new LRUCache({ max, ttl: limits.session.rememberedMs, ttlResolution: 0, perf })
    this.#touched = new LRUCache({ max, ttl: limits.session.activityEveryMs, ttlResolution: 0, perf })
  }

  /** Hears which sessions end. */
  watch(): void {
    const { bus } = this.#parts
    const end = (sessionId: string) => this.#ended(sessionId)
    bus.onSignal(sessionsEnded, ({ sessionIds }) => sessionIds.forEach(end), { shared: false })
    bus.onReconnect(() => {
      this.#times += 1
      for (const [sessionId, holder] of this.#holders) if (holder !== nobody) this.#holders.delete(sessionId)
    })
  }

  /** Whether the session lives and is of the person, audience and role of the token. @throws Refusal `unavailable` when neither Redis nor auth can say. */
  async isLive(claims: TokenClaims, requestId: string): Promise<boolean> {
    const known = this.#holders.get(claims.sid)
    const isKnown = known === nobody || (known !== undefined && this.#parts.bus.hearsAll)
    const holder = isKnown ? known : await this.#ask(claims.sid, requestId)
    return holder === sessionHolder(claims)
  }

  /** The same of a socket, which was let in when its session lived and is closed at its end: nobody is asked, while the ends of sessions are heard. @throws Refusal */
  async isStillLive(claims: TokenClaims, requestId: string): Promise<boolean> {
    return this.#parts.bus.hearsAll ? this.#holders.get(claims.sid) !== nobody : this.isLive(claims, requestId)
  }

  /** Tells auth that the person of a session did something, at most once a minute a session, without waiting for it. */
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
    const { redis, bus, telemetry } = this.#parts
    const times = this.#times
    const held = await redis.get(sessionKey(sessionId)).catch(() => undefined)
    if (typeof held !== 'string') telemetry.askedAuth.inc({ why: held === null ? 'not in Redis' : 'no Redis' })
    const holder = held ?? (await this.#askAuth(sessionId, requestId)) ?? nobody
    // Its end may have been told while this was asked.
    if (this.#holders.get(sessionId) === nobody) return nobody
    if (bus.hearsAll && times === this.#times) this.#holders.set(sessionId, holder)
    return holder
  }

  async #askAuth(sessionId: string, requestId: string): Promise<string | null> {
    const { bus, log } = this.#parts
    try {
      return (await bus.call(checkSession, { sessionId }, { requestId })).holder
    } catch (error) {
      log.warn({ err: error, requestId }, 'nobody could say whether a session lives')
      throw new Refusal('unavailable')
    }
  }
}

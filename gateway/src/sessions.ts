import { checkSession, limits, sessionHolder, sessionKey, touchSession } from '@kismet/contracts'
import type { TokenClaims } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import type { Telemetry } from './telemetry.ts'

export interface SessionParts {
  readonly redis: Redis
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
  readonly telemetry: Telemetry
}

const maxTouched = 50_000

/**
 * Whether sessions live. Redis holds the list; what is not there, or cannot be asked for, is asked of auth; when neither answers nobody is let in.
 * Nothing is remembered here (docs/decisions.md, section 3).
 */
export class Sessions {
  readonly #parts: SessionParts
  readonly #touchedAt = new Map<string, number>()

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  /** Whether the session lives and is of the person, audience and role of the token. @throws Refusal `unavailable` when neither Redis nor auth can say. */
  async isLive(claims: TokenClaims, requestId: string): Promise<boolean> {
    const { redis, telemetry } = this.#parts
    const held = await redis.get(sessionKey(claims.sid)).catch(() => undefined)
    if (typeof held === 'string') return held === sessionHolder(claims)
    telemetry.askedAuth(held === null ? 'not in Redis' : 'no Redis')
    return (await this.#askAuth(claims.sid, requestId)) === sessionHolder(claims)
  }

  /** Tells auth that the person of a session did something, at most once a minute a session, without waiting for it. */
  touch(sessionId: string, requestId: string): void {
    const { bus, clock, log } = this.#parts
    const now = clock.now()
    const before = this.#touchedAt.get(sessionId)
    if (before !== undefined && now - before < limits.session.activityEveryMs) return
    this.#remember(sessionId, now)
    bus.call(touchSession, { sessionId }, { requestId }).catch((error: unknown) => {
      this.#touchedAt.delete(sessionId)
      log.warn({ err: error, requestId }, 'auth was not told of activity; the next command tells it')
    })
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

  /** The map keeps the order of touches, so the oldest are forgotten first. */
  #remember(sessionId: string, now: number): void {
    this.#touchedAt.delete(sessionId)
    this.#touchedAt.set(sessionId, now)
    for (const [oldest, at] of this.#touchedAt) {
      if (this.#touchedAt.size <= maxTouched && now - at < limits.session.activityEveryMs) return
      this.#touchedAt.delete(oldest)
    }
  }
}

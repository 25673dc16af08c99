import { sessionKey } from '@kismet/contracts'
import type { Redis } from 'ioredis'

/** The list of live sessions that the gateway reads on each request. PostgreSQL is the record; what is not here is asked of auth. */
export class LiveSessions {
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Lists a session for `remainingMs`. */
  async put(sessionId: string, holder: string, remainingMs: number): Promise<void> {
    await this.#redis.set(sessionKey(sessionId), holder, 'PX', Math.max(1, remainingMs))
  }

  /** Moves the end of a session that is listed. Never lists one: it could have been taken out just now. */
  async extend(sessionId: string, remainingMs: number): Promise<void> {
    await this.#redis.pexpire(sessionKey(sessionId), Math.max(1, remainingMs))
  }

  async remove(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length > 0) await this.#redis.del(...sessionIds.map(sessionKey))
  }
}

import { limits, sessionHolder, sessionsEnded } from '@kismet/contracts'
import type { TokenClaims } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import {
  addSession,
  endLapsedSessions,
  endSession,
  endSessionsOf,
  findLiveSession,
  listUnclearedSessions,
  markCleared,
  markUncleared,
  touchLiveSession,
} from './db/sessions.ts'
import type { EndedSession, EndReason, Person, SessionRow } from './db/sessions.ts'
import { sessionEndsAt } from './domain/session-life.ts'
import type { LiveSessions } from './redis/live-sessions.ts'
import type { Telemetry } from './telemetry.ts'

const sweepBatch = 500

export interface SessionParts {
  readonly db: Pool
  readonly live: LiveSessions
  readonly bus: Bus
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Logger
  readonly telemetry: Telemetry
}

/** A session that a transaction has just written. */
export interface StartedSession {
  readonly id: string
  readonly person: Person
  readonly createdAtMs: number
  /** Older ones that had to end for it. */
  readonly ended: readonly EndedSession[]
}

/**
 * Sessions: PostgreSQL says which live, Redis lists them for the gateway. Whatever happens between the two, an ended session does not stay in the
 * list: who lists one looks again whether it still lives, and what could not be taken out is tried again by `sweep`.
 */
export class Sessions {
  readonly #parts: SessionParts

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  /** Writes a session, in the transaction that has checked that its person may have one. `announce` it after the commit. */
  async start(transaction: Queryable, person: Person, ip: string | undefined): Promise<StartedSession> {
    const { clock, randomness } = this.#parts
    const nowMs = clock.now()
    const id = randomness.id(nowMs)
    await addSession(transaction, { id, person, nowMs, ip })
    const keep = limits.session.perPerson
    const ended = await endSessionsOf(transaction, person, { keep, reason: 'too_many_sessions', nowMs })
    return { id, person, createdAtMs: nowMs, ended }
  }

  /** Lists a session that was committed. Redis being gone is no reason to fail: what is not listed is asked of auth. */
  async announce(started: StartedSession): Promise<void> {
    const { id, person, createdAtMs } = started
    await this.#list({ id, person, createdAtMs, lastActiveAtMs: createdAtMs })
    await this.settle(started.ended)
  }

  /** Ends all sessions of a person, in the transaction that is the reason for it. `settle` them after the commit. */
  endAllOf(transaction: Queryable, person: Person, reason: EndReason): Promise<EndedSession[]> {
    return endSessionsOf(transaction, person, { keep: 0, reason, nowMs: this.#parts.clock.now() })
  }

  async end(sessionId: string, reason: EndReason): Promise<void> {
    await this.settle(await endSession(this.#parts.db, sessionId, reason, this.#parts.clock.now()))
  }

  /** Who holds a session that lives, or null; one that does is listed again. */
  async holderOf(sessionId: string): Promise<string | null> {
    const session = await findLiveSession(this.#parts.db, sessionId, this.#parts.clock.now())
    return session !== undefined && (await this.#list(session)) ? holderOf(session.person) : null
  }

  /** Its person did something. @returns when the session ends now, or null when it no longer lives. */
  async touch(sessionId: string): Promise<number | null> {
    const { db, live, clock, log } = this.#parts
    const session = await touchLiveSession(db, sessionId, clock.now())
    if (session === undefined) return null
    const endsAtMs = sessionEndsAt(session)
    await live
      .extend(sessionId, endsAtMs - clock.now())
      .catch((error: unknown) => log.warn({ err: error, sessionId }, 'Redis did not extend a session'))
    return endsAtMs
  }

  /** Takes sessions that were ended just now out of the list and tells the gateway, who tells their sockets. */
  async settle(ended: readonly EndedSession[]): Promise<void> {
    const { log, telemetry } = this.#parts
    for (const [reason, sessions] of byReason(ended)) {
      telemetry.sessionsEnded(reason, sessions.length)
      log.info({ event: 'sessions.ended', reason, sessionIds: sessions.map(({ id }) => id) }, 'sessions ended')
    }
    await this.#clear(ended)
  }

  /** Ends what has ended by itself and settles what could not be settled before. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#parts
    for (;;) {
      const lapsed = await endLapsedSessions(db, clock.now(), sweepBatch)
      await this.settle(lapsed)
      if (lapsed.length < sweepBatch) break
    }
    await this.#clear(await listUnclearedSessions(db, sweepBatch))
  }

  /** First out of the list, so that a socket that comes back at once is not let in. When Redis is gone the sockets are closed all the same. */
  async #clear(ended: readonly EndedSession[]): Promise<void> {
    if (ended.length === 0) return
    const { bus, db, live, clock, log } = this.#parts
    const ids = ended.map(({ id }) => id)
    const removed = await live.remove(ids).then(
      () => true,
      (error: unknown) => {
        log.warn(
          { err: error, sessions: ids.length },
          'ended sessions could not be taken out of Redis; it is tried again',
        )
        return false
      },
    )
    for (const [reason, sessions] of byReason(ended))
      bus.signal(sessionsEnded, { sessionIds: sessions.map(({ id }) => id), reason })
    if (removed) await markCleared(db, ids, clock.now())
  }

  /** Lists a session, then looks whether it was ended meanwhile: whoever ends one commits first and takes it out after. @returns whether it lives */
  async #list(session: SessionRow): Promise<boolean> {
    const { db, live, clock, log } = this.#parts
    await live
      .put(session.id, holderOf(session.person), sessionEndsAt(session) - clock.now())
      .catch((error: unknown) => log.warn({ err: error, sessionId: session.id }, 'Redis did not list a session'))
    if ((await findLiveSession(db, session.id, clock.now())) !== undefined) return true
    await this.#clear(await markUncleared(db, session.id))
    return false
  }
}

function byReason(ended: readonly EndedSession[]): Map<EndReason, EndedSession[]> {
  return Map.groupBy(ended, ({ reason }) => reason)
}

function holderOf({ audience, id, role }: Person): string {
  return sessionHolder({ aud: audience, sub: id, role })
}

/** What the token of a session says. It ends with the session at the latest. */
export function claimsOf(started: StartedSession, name: Pick<TokenClaims, 'email' | 'username'>): TokenClaims {
  const { id: sub, audience: aud, role } = started.person
  const iat = Math.floor(started.createdAtMs / 1000)
  const exp = Math.floor((started.createdAtMs + limits.session.lifetimeMs) / 1000)
  return { sub, sid: started.id, aud, iat, exp, ...name, ...(role === undefined ? {} : { role }) }
}

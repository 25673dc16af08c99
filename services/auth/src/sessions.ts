import { limits, sessionHolder, sessionKey, sessionsEnded } from '@kismet/contracts'
import type { TokenClaims } from '@kismet/contracts'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import { commandFailed } from '@kismet/service-kit/redis'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import {
  addSession,
  endLapsedSessions,
  endSessionsOf,
  findLiveSession,
  listUnclearedSessions,
  markCleared,
  markRecentUncleared,
  touchLiveSession,
} from './db/sessions.ts'
import type { Chosen, EndedSession, EndReason, NewSession, Origin, Person, SessionRow } from './db/sessions.ts'
import { deviceName } from './domain/device-name.ts'
import type { Secrets } from './security/secrets.ts'
import type { KeyRing } from './signing-keys.ts'
import type { Telemetry } from './telemetry.ts'

const sweepBatch = 500
const firstId = '00000000-0000-0000-0000-000000000000'
const deviceTokenBytes = 32

export interface SessionParts extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly db: Pool
  readonly audit: AuditLog
  /** Has the list of live sessions that the gateway reads on each request. For other sessions the gateway asks auth. */
  readonly redis: Redis
  readonly secrets: Secrets
  readonly keys: KeyRing
  readonly telemetry: Telemetry
}

/** A session that a transaction has just written, and older ones that had to end for it. */
export interface StartedSession extends NewSession {
  readonly ended: readonly EndedSession[]
}

/**
 * Sessions: PostgreSQL has them, Redis lists the live ones for the gateway. `sweep` takes out and tells the ends that a
 * command wrote or that Redis missed. A new connection may reach a Redis that lost the newest ends.
 */
export class Sessions {
  readonly #parts: SessionParts
  #isNewConnection = true

  constructor(parts: SessionParts) {
    this.#parts = parts
    parts.redis.on('ready', () => (this.#isNewConnection = true))
  }

  /** The device of a call. */
  originOf({ device = '' }: CallMeta): Origin {
    const { clock, secrets } = this.#parts
    return { device: secrets.tagOf(device), nowMs: clock.now() }
  }

  /**
   * Writes a session, in the transaction that has checked that its person may have one. `announce` it after the commit.
   * @throws Refusal `unavailable` when the key that signs has been revoked just now
   */
  async start(
    transaction: Queryable,
    person: Person,
    { ip, userAgent }: Pick<CallMeta, 'ip' | 'userAgent'>,
  ): Promise<StartedSession> {
    const { clock, keys, randomness, secrets } = this.#parts
    const nowMs = clock.now()
    const device = randomness.bytes(deviceTokenBytes).toString('hex')
    const times = { createdAtMs: nowMs, endsAtMs: nowMs + limits.session.inactivityMs }
    const session = { id: randomness.id(nowMs), person, ...times, signedBy: keys.signingKid, device }
    const from = { ip, deviceTag: secrets.tagOf(device), deviceName: deviceName(userAgent) }
    if (!(await addSession(transaction, session, from))) throw new Refusal('unavailable')
    const ended = await this.endOf(transaction, person, 'too_many_sessions', { keep: limits.session.perPerson })
    return { ...session, ended }
  }

  /** Lists a committed session. Without Redis the gateway asks auth. @returns its token */
  async announce(started: StartedSession, name: Pick<TokenClaims, 'email' | 'username'>): Promise<string> {
    await this.#list(started)
    await this.tellEnded(started.ended)
    return this.#parts.keys.sign(claimsOf(started, name), started.signedBy)
  }

  /** Ends sessions of a person. `tellEnded` them after the commit. */
  endOf(transaction: Queryable, person: Person, reason: EndReason, chosen?: Chosen): Promise<EndedSession[]> {
    return endSessionsOf(transaction, person, { reason, nowMs: this.#parts.clock.now() }, chosen)
  }

  /** Runs a transaction that ends sessions, and tells their ends after the commit. */
  async ending(work: (transaction: Queryable) => Promise<readonly EndedSession[]>): Promise<readonly EndedSession[]> {
    const ended = await inTransaction(this.#parts.db, work)
    await this.tellEnded(ended)
    return ended
  }

  /** Who holds a session that lives, or null; one that does is listed again. */
  async holderOf(sessionId: string): Promise<string | null> {
    const session = await findLiveSession(this.#parts.db, sessionId, this.#parts.clock.now())
    return session !== undefined && (await this.#list(session)) ? holderOf(session.person) : null
  }

  /** Its person did something. @returns when the session ends now, or null when it no longer lives. */
  async touch(sessionId: string): Promise<number | null> {
    const { db, redis, clock } = this.#parts
    const session = await touchLiveSession(db, sessionId, clock.now())
    if (session === undefined) return null
    // Only prolongs the listing: a missing session may have ended at this moment.
    await redis
      .pexpire(sessionKey(sessionId), this.#listedForMs(session))
      .catch((error: unknown) => commandFailed(redis, error))
    return session.endsAtMs
  }

  /** Takes ended sessions out of the list and tells the gateways, which close their sockets. */
  async tellEnded(ended: readonly EndedSession[]): Promise<void> {
    const { log, telemetry } = this.#parts
    for (const [reason, sessions] of byReason(ended)) {
      telemetry.sessionsEnded(reason, sessions.length)
      log.info({ event: 'sessions.ended', reason, sessionIds: sessions.map(({ id }) => id) }, 'sessions ended')
    }
    await this.#clear(ended)
  }

  /** Ends sessions whose time is over, and tells the ends that were not told. */
  async sweep(): Promise<void> {
    const { db, clock, redis } = this.#parts
    for (;;) {
      const lapsed = await endLapsedSessions(db, clock.now(), sweepBatch)
      await this.tellEnded(lapsed)
      if (lapsed.length < sweepBatch) break
    }
    if (this.#isNewConnection && redis.status === 'ready') {
      this.#isNewConnection = false
      await markRecentUncleared(db, clock.now()).catch((error: unknown) => {
        this.#isNewConnection = true
        throw error
      })
    }
    for (let lastId: string | undefined = firstId; lastId !== undefined;) {
      const uncleared = await listUnclearedSessions(db, lastId, sweepBatch)
      await this.#clear(uncleared)
      lastId = uncleared[sweepBatch - 1]?.id
    }
  }

  /** Clears the list first, so that a socket that reconnects at once is refused. Sockets close also without Redis. */
  async #clear(ended: readonly EndedSession[]): Promise<void> {
    if (ended.length === 0) return
    const { bus, db, redis, clock } = this.#parts
    const ids = ended.map(({ id }) => id)
    const removed = await redis.del(...ids.map(sessionKey)).catch((error: unknown) => {
      commandFailed(redis, error)
    })
    for (const [reason, sessions] of byReason(ended))
      bus.signal(sessionsEnded, { sessionIds: sessions.map(({ id }) => id), reason })
    if (removed !== undefined) await markCleared(db, ids, clock.now())
  }

  #listedForMs({ endsAtMs }: SessionRow): number {
    return Math.max(1, endsAtMs - this.#parts.clock.now())
  }

  /** Lists a session, then reads it again, because it may have ended and left the list meanwhile. @returns whether it lives */
  async #list(session: SessionRow): Promise<boolean> {
    const { db, redis, clock } = this.#parts
    const key = sessionKey(session.id)
    const failed = (error: unknown) => commandFailed(redis, error)
    await redis.set(key, holderOf(session.person), 'PX', this.#listedForMs(session)).catch(failed)
    if ((await findLiveSession(db, session.id, clock.now())) !== undefined) return true
    await redis.del(key).catch(failed)
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
function claimsOf(started: StartedSession, name: Pick<TokenClaims, 'email' | 'username'>): TokenClaims {
  const { id: sub, audience: aud, role } = started.person
  const iat = Math.floor(started.createdAtMs / 1000)
  const exp = Math.floor((started.createdAtMs + limits.session.lifetimeMs) / 1000)
  return { sub, sid: started.id, aud, iat, exp, ...name, ...(role === undefined ? {} : { role }) }
}

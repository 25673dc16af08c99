import { limits, sessionHolder, sessionKey, sessionsEnded } from '@kismet/contracts'
import type { OperationShape, TokenClaims } from '@kismet/contracts'
import type { AuditEntry } from '@kismet/service-kit/audit/chain'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Call } from '@kismet/service-kit/handle'
import { commandFailed } from '@kismet/service-kit/redis'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import { moveBrowser } from './db/push.ts'
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
import type { Chosen, EndedSession, EndReason, Origin, Person, SessionRow } from './db/sessions.ts'
import { deviceName } from './domain/device-name.ts'
import type { Secrets } from './security/secrets.ts'
import { holdSigningKey, signingKey, signToken } from './signing-keys.ts'

const sweepBatch = 500
const firstId = '00000000-0000-0000-0000-000000000000'
const deviceTokenBytes = 32

export interface SessionParts extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly db: Pool
  readonly audit: AuditLog
  /** Has the list of live sessions that the gateway reads on each request. For other sessions the gateway asks auth. */
  readonly redis: Redis
  readonly secrets: Secrets
}

/** What a login changes beside its session: sessions that it ends, and its rows of the audit log. */
export interface Held {
  readonly ended?: readonly EndedSession[]
  readonly entries?: readonly AuditEntry[]
  /** Since when the device counts as known, where that is not found in earlier sessions. */
  readonly deviceSinceMs?: number
}

/** What a change of an account leaves for its transaction. */
export type Left = Required<Pick<Held, 'ended' | 'entries'>>

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
   * Opens a session. `hold` locks the person in the same transaction. To avoid deadlocks, the transaction takes its locks
   * in the order of a revocation: the signing key, sessions, the audit log.
   * @returns the token of the session
   * @throws Refusal `unavailable` when the key that signs has been revoked just now, or a refusal of `hold`
   */
  async open(
    call: Pick<Call<OperationShape>, 'meta' | 'keepDevice'>,
    person: Person,
    name: Pick<TokenClaims, 'email' | 'username'>,
    hold: (transaction: Queryable) => Promise<Held>,
  ): Promise<string> {
    const { audit, clock, db, randomness, secrets } = this.#parts
    const { ip, userAgent } = call.meta
    const { inactivityMs, lifetimeMs, perPerson } = limits.session
    const key = await signingKey(db, this.#parts)
    const nowMs = clock.now()
    const id = randomness.id(nowMs)
    const device = randomness.bytes(deviceTokenBytes).toString('hex')
    const session = { id, person, createdAtMs: nowMs, endsAtMs: nowMs + inactivityMs, signedBy: key.kid }
    const shown = this.originOf(call.meta)
    const from = { ip, deviceTag: secrets.tagOf(device), deviceName: deviceName(userAgent), shown }
    const ended = await inTransaction(db, async (transaction) => {
      if (!(await holdSigningKey(transaction, key.kid))) throw new Refusal('unavailable')
      const { ended: before = [], entries = [], deviceSinceMs } = await hold(transaction)
      await addSession(transaction, session, { ...from, deviceSinceMs })
      if (person.audience === 'player')
        await moveBrowser(transaction, person.id, { before: shown.device, after: from.deviceTag, nowMs })
      const tooMany = await this.endOf(transaction, person, 'too_many_sessions', { keep: perPerson })
      for (const entry of entries) await audit.append(transaction, entry)
      return [...before, ...tooMany]
    })
    await this.#list(session)
    await this.tellEnded(ended)
    call.keepDevice(device)
    const [iat, exp] = [Math.floor(nowMs / 1000), Math.floor((nowMs + lifetimeMs) / 1000)]
    const { id: sub, audience: aud, role } = person
    return signToken(key, { sub, sid: id, aud, iat, exp, ...name, ...(role && { role }) })
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
    if (ended.length > 0) this.#parts.log.info({ event: 'sessions.ended', ended }, 'sessions ended')
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
    for (const [reason, sessions] of Map.groupBy(ended, (one) => one.reason))
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

function holderOf({ audience, id, role }: Person): string {
  return sessionHolder({ aud: audience, sub: id, role })
}

import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createClient, endClient } from './database.ts'
import type { Queryable } from './database.ts'
import type { Logger } from './logger.ts'

/** One time that a process leads. */
export interface Term {
  /** Rises with every change of the leader: shows what writes outside of the leader's own session that it is too late. */
  readonly fence: number
  /** Aborted as soon as this process knows that it leads no more. */
  readonly signal: AbortSignal
}

export interface LeadershipOptions {
  readonly url: string
  /** The service's; it holds the table `leadership`. */
  readonly schema: string
  readonly log: Logger
  /** Begins the work of a term. What it gives ends that work: finished when the term still lasts, dropped when it is lost. */
  readonly onLeading: (term: Term) => Promise<() => Promise<void>>
}

const tryEveryMs = 200
const beatEveryMs = 500
const queryTimeoutMs = 2_000
/** A leader that was not heard for so long is paused, or behind a dead line: its session is ended. */
const silentAfterMs = 3_000
const endWithinMs = 1_000
const afterFailureMs = 800
/** First key of the advisory locks; the second is made of the schema. */
const lockClass = 0x6c656164
const lockKey = 'hashtext(current_schema()) & 2147483647'
const lockKeys = `$1::integer, ${lockKey}`

/** The sessions that hold advisory locks of the class $1 in this database: `pid` and the second key, `key`. */
export const lockHolders = `(SELECT pid, objid::bigint AS key FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND classid = $1::integer::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS holder`

/**
 * One of the replicas of a service leads: the one whose session holds an advisory lock. A process that is killed loses the lock with its connection, one that
 * drains gives it up, and one that is silent has its session ended by those that stand by. Work behind the lock asks for no clock; work outside of that
 * session names the fence of its term.
 */
export class Leadership {
  readonly #options: LeadershipOptions
  readonly #stopping = new AbortController()
  readonly #decided = Promise.withResolvers<undefined>()
  #isLed = false
  #running: Promise<void> = Promise.resolve()

  private constructor(options: LeadershipOptions) {
    this.#options = options
  }

  /** Stands for leader until it is stopped. @returns once it is known who leads. @throws why the work of the first term could not begin. */
  static async open(options: LeadershipOptions): Promise<Leadership> {
    const leadership = new Leadership(options)
    leadership.#running = leadership.#run()
    await leadership.#decided.promise.catch(async (error: unknown) => {
      await leadership.stop()
      throw error
    })
    return leadership
  }

  /** Whether this process leads, or another one that is heard. */
  get isLed(): boolean {
    return this.#isLed
  }

  /** Ends the term if there is one; whoever stands by leads at once. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { url, schema, log } = this.#options
    while (!this.#stopping.signal.aborted) {
      const client = createClient({ url, schema, settings: {}, pipeline: true, queryTimeoutMs })
      try {
        const lost = new AbortController()
        client.on('error', () => lost.abort()).on('end', () => lost.abort())
        await client.connect()
        await this.#stand(client, lost)
      } catch (error) {
        // Only the first term can fail the start of the process; later ones are tried again.
        this.#decided.reject(error)
        log.warn({ err: error }, 'this process can neither lead nor stand by')
        await this.#pause(afterFailureMs)
      }
      this.#isLed = false
      await endClient(client)
      await this.#pause(tryEveryMs)
    }
  }

  /** Tries to lead on one session, until it has led. */
  async #stand(client: pg.Client, lost: AbortController): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { rows } = await client.query<{ leads: boolean }>(`SELECT pg_try_advisory_lock(${lockKeys}) AS leads`, [
        lockClass,
      ])
      if (rows[0]?.leads === true) return this.#lead(client, lost)
      const others = await client.query<{ ended: boolean | null }>(endSilentHolder, [
        lockClass,
        silentAfterMs,
        endWithinMs,
      ])
      this.#isLed = others.rows[0]?.ended === null
      if (this.#isLed) this.#decided.resolve(undefined)
      await this.#pause(tryEveryMs)
    }
  }

  async #lead(client: pg.Client, lost: AbortController): Promise<void> {
    const { log, onLeading } = this.#options
    const over = new AbortController()
    const beating = this.#beat(client, over.signal).catch(() => lost.abort())
    try {
      const { rows } = await client.query<{ term: number }>(nextTerm)
      const fence = rows[0]?.term ?? 0
      const end = await onLeading({ fence, signal: lost.signal })
      log.info({ fence }, 'this process leads')
      this.#isLed = true
      this.#decided.resolve(undefined)
      await Promise.race([aborted(this.#stopping.signal), aborted(lost.signal)])
      this.#isLed = false
      if (lost.signal.aborted) log.warn({ fence }, 'this process leads no more')
      await end()
    } finally {
      over.abort()
      await beating
    }
    if (!lost.signal.aborted) await client.query(`SELECT pg_advisory_unlock(${lockKeys})`, [lockClass])
  }

  /** Shows on the session that this process lives. A beat without an answer ends the session. */
  async #beat(client: pg.Client, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await client.query('SELECT 1')
      await delay(beatEveryMs, undefined, { signal: over }).catch(() => undefined)
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}

const nextTerm = 'UPDATE leadership SET term = term + 1 RETURNING term'

/** When its session last asked something shows that a leader lives. No row: nobody holds the lock; NULL: somebody who lives does. */
const endSilentHolder = `SELECT CASE WHEN state_change < clock_timestamp() - $2 * interval '1 ms' THEN pg_terminate_backend(pid, $3) END AS ended
  FROM ${lockHolders} JOIN pg_stat_activity USING (pid) WHERE key = ${lockKey}`

/** Whether a term is still the newest, for what writes outside of the leader's session. */
export async function isNewestTerm(db: Queryable, fence: number): Promise<boolean> {
  const { rows } = await db.query<{ term: number }>('SELECT term FROM leadership')
  return rows[0]?.term === fence
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

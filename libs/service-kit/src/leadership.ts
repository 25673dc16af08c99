import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createClient, endClient } from './database.ts'
import type { Queryable } from './database.ts'
import type { Logger } from './logger.ts'

/** The time of one leader. */
export interface Term {
  /** The number of the term, which rises with each leader. A write with the number of an earlier term is rejected. */
  readonly fencingToken: number
  /** Aborted when this process knows that its term has ended. */
  readonly signal: AbortSignal
  /**
   * False while NATS does not reach this process. False also after a pause, until the process knows
   * that it is still the leader.
   */
  readonly isCertain: () => boolean
}

export interface LeadershipOptions {
  readonly url: string
  /** The service's; it holds the table `leadership`. */
  readonly schema: string
  readonly log: Logger
  /** Milliseconds since some moment, which go on while the process is paused. */
  readonly monotonicMs: () => number
  /** Whether callers reach this process. An unreachable process begins no term, and gives up its own. */
  readonly isReached: () => boolean
  /** Begins the work of a term. What it gives ends that work: finished when the term still lasts, dropped when it is lost. */
  readonly onLeading: (term: Term) => Promise<() => Promise<void>>
}

const tryEveryMs = 200
const beatEveryMs = 500
const queryTimeoutMs = 2_000
/** A leader that was not heard for so long is paused, or behind a dead line: its session is ended. */
const silentAfterMs = 3_000
/**
 * A leader without a NATS connection for this time gives up the term. The time is longer than a
 * reconnect takes.
 */
const unreachedAfterMs = 3_000
const endWithinMs = 1_000
const afterFailureMs = 800

/**
 * Elects one replica of a service as the leader. The table `leadership` of the service names the
 * PostgreSQL connection of the leader, and no other role can write the table. The term ends with
 * that connection: when the process stops, is killed, or loses NATS. Standbys terminate the
 * connection of a silent leader. Writes on other connections carry the term as fencing token.
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

  /**
   * Takes part in the election until it is stopped.
   * @returns once a leader is known
   * @throws the error that kept the work of the first term from starting
   */
  static async open(options: LeadershipOptions): Promise<Leadership> {
    const leadership = new Leadership(options)
    leadership.#running = leadership.#run()
    await leadership.#decided.promise.catch(async (error: unknown) => {
      await leadership.stop()
      throw error
    })
    return leadership
  }

  get isLed(): boolean {
    return this.#isLed
  }

  /** Ends the term, if this process is the leader. A standby takes over at once. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { url, schema, log } = this.#options
    while (!this.#stopping.signal.aborted) {
      const client = createClient({ url, schema, queryTimeoutMs })
      try {
        const lost = new AbortController()
        const lose = (error = new Error('The PostgreSQL connection was closed')) => lost.abort(error)
        client.on('error', lose).on('end', lose)
        await client.connect()
        await this.#stand(client, lost)
      } catch (error) {
        // Only the first term can fail the start of the process; later ones are tried again.
        this.#decided.reject(error)
        log.warn({ err: error }, 'leader election failed; retrying')
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
      const { rows } = await client.query<{ term: number; pid: number | null; ended: boolean | null }>(leaderNow, [
        silentAfterMs,
        endWithinMs,
      ])
      const [leader] = rows
      if (leader?.pid === null && this.#options.isReached()) {
        const aliveAt = this.#options.monotonicMs()
        const { rowCount } = await client.query(nextTerm, [leader.term])
        if (rowCount === 1) return this.#lead(client, leader.term + 1, aliveAt, lost)
      }
      this.#isLed = leader?.ended === null && leader.pid !== null
      if (this.#isLed) this.#decided.resolve(undefined)
      await this.#pause(tryEveryMs)
    }
  }

  async #lead(client: pg.Client, fencingToken: number, aliveAt: number, lost: AbortController): Promise<void> {
    const { log, onLeading, monotonicMs, isReached } = this.#options
    const over = new AbortController()
    const alive = { at: aliveAt }
    const beating = this.#beat(client, fencingToken, alive, over.signal).catch((error: unknown) => lost.abort(error))
    try {
      const isCertain = () => !lost.signal.aborted && isReached() && monotonicMs() - alive.at < silentAfterMs
      const end = await onLeading({ fencingToken, signal: lost.signal, isCertain })
      log.info({ fencingToken }, 'this process is the leader')
      this.#isLed = true
      this.#decided.resolve(undefined)
      const ended = AbortSignal.any([this.#stopping.signal, lost.signal])
      if (!ended.aborted) await once(ended, 'abort')
      this.#isLed = false
      if (lost.signal.aborted) log.warn({ err: lost.signal.reason, fencingToken }, 'this process lost the leadership')
      await end()
    } finally {
      over.abort()
      await beating
    }
  }

  /** Shows on the session that this process lives. @throws when a beat is not answered, the term is over, or callers do not reach this process. */
  async #beat(client: pg.Client, fencingToken: number, alive: { at: number }, over: AbortSignal): Promise<void> {
    const { monotonicMs, isReached } = this.#options
    let reachedAt = monotonicMs()
    while (!over.aborted) {
      const sentAt = monotonicMs()
      if (isReached()) reachedAt = sentAt
      if (sentAt - reachedAt >= unreachedAfterMs) throw new Error(`No answer from NATS for ${unreachedAfterMs} ms`)
      if (!(await isNewestTerm(client, fencingToken))) throw new Error(`Term ${fencingToken} is over`)
      alive.at = sentAt
      await delay(beatEveryMs, undefined, { signal: over }).catch(() => undefined)
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}

/**
 * The leader: `pid` is null without one, `ended` unless the connection of a silent one was terminated
 * just now. Connections of other roles do not count, even if the row names one. The time of the
 * last query shows that a leader is alive.
 */
const leaderNow = `SELECT term, session.pid,
    CASE WHEN state_change < clock_timestamp() - $1 * interval '1 ms' THEN pg_terminate_backend(session.pid, $2) END AS ended
  FROM leadership LEFT JOIN pg_stat_activity AS session
    ON session.pid = leadership.pid AND backend_start = session_began AND usename = current_user`

/** Of several standbys, one begins the next term. */
const nextTerm = `UPDATE leadership SET (term, pid, session_began) =
    (SELECT $1::bigint + 1, pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
  WHERE term = $1`

/** Whether a term is still the newest. */
export async function isNewestTerm(db: Queryable, fencingToken: number): Promise<boolean> {
  const { rows } = await db.query<{ term: number }>('SELECT term FROM leadership')
  return rows[0]?.term === fencingToken
}

import { setTimeout as delay } from 'node:timers/promises'
import { defaultTimeoutMs } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import { NotDurable, steadyPlans } from '@kismet/service-kit/database'
import { Deposed, openLeaderSession } from '@kismet/service-kit/leader-session'
import type { LeaderSession } from '@kismet/service-kit/leader-session'
import type { Logger } from '@kismet/service-kit/logger'
import { failureKind } from '../db/failure.ts'
import { lockedQuery } from '../db/read-batch.ts'
import type { BatchDecision, SiteRules } from '../domain/batch.ts'
import { keyOf, refused } from '../domain/command.ts'
import type { Outcome } from '../domain/command.ts'
import { LedgerBreach } from '../domain/invariants.ts'
import type { WalletTelemetry } from '../telemetry.ts'
import { attemptFromDatabase, attemptFromMemory } from './attempt.ts'
import type { Pending } from './batch-queue.ts'
import type { LedgerMemory } from './ledger-memory.ts'

export interface LaneOptions extends SiteRules {
  readonly databaseUrl: string
  /** Of the term of this process. */
  readonly fencingToken: number
  readonly log: Logger
  readonly clock: Clock
  readonly telemetry: WalletTelemetry
  readonly memory: LedgerMemory
  /** Called after each commit. */
  readonly onCommitted: (decision: BatchDecision) => void
  /** Called when booking must stop in all processes. */
  readonly onStopped: (cause: Error) => void
  /** Whether booking has stopped, or the term has ended. */
  readonly isStopped: () => boolean
}

/** Attempts for a batch whose accounts change meanwhile. */
const maxAttempts = 8
/** How long a batch is retried without an answer of the database. Its callers have a timeout before. */
const giveUpAfterMs = 30_000
/** Each possible lane has a row of the accounts of the casino. */
const lastLane = 63
const reconnectPauseMs = 100
const settings = { ...steadyPlans, statement_timeout: '4s', lock_timeout: '500ms' }
/** Longer than the timeouts of PostgreSQL: only a lost connection takes so long. */
const queryTimeoutMs = 5_000

interface Booking {
  /**
   * Called for a part of the batch that is answered while the rest waits, and again for each larger
   * part.
   */
  readonly onAnswered: (part: readonly Pending[]) => void
  /** Keys of commands that a lost connection of this lane may have booked. */
  readonly sent: Set<string>
}

interface Progress extends Booking {
  readonly startedAt: number
  attempts: number
  /** Whether the last attempt met a locked row. */
  isLocked: boolean
  /** Whether the last attempt had a connection. */
  hadSession: boolean
}

/** One connection that books one batch after the other, and reconnects after a loss. */
export class Lane {
  readonly #lane: number
  readonly #options: LaneOptions
  #session: LeaderSession | undefined

  private constructor(lane: number, options: LaneOptions, session: LeaderSession) {
    this.#lane = lane
    this.#options = options
    this.#session = session
  }

  /**
   * Opens the lanes in order. Each terminates the connections that an earlier leader has left, from its own lane on.
   * @throws NotDurable when the database could lose confirmed commits; Deposed
   */
  static async open(lane: number, options: LaneOptions): Promise<Lane> {
    return new Lane(lane, options, await openSession(options, lane, lastLane))
  }

  async close(): Promise<void> {
    await this.#session?.close()
  }

  /**
   * Books a batch and answers it, with retries. Returns when no earlier write of the batch can
   * still commit.
   */
  async book(batch: readonly Pending[], onAnswered: Booking['onAnswered']): Promise<void> {
    await this.#bookAll(batch, { onAnswered, sent: new Set() })
    while (this.#session === undefined && !this.#options.isStopped())
      await this.#reconnect().catch(async (error: unknown) => {
        this.#options.log.warn({ err: error }, 'a previous connection of a lane is still open; retrying')
        await delay(reconnectPauseMs)
      })
  }

  async #bookAll(all: readonly Pending[], booking: Booking): Promise<void> {
    const progress = { ...booking, startedAt: performance.now(), attempts: 0, isLocked: false, hadSession: false }
    let batch = all
    while (!this.#options.isStopped()) {
      progress.attempts += 1
      progress.hadSession = false
      try {
        if (progress.isLocked) batch = await this.#bookFree(batch, booking)
        const decision = await this.#attempt(batch, progress)
        const hasCommitted = decision.entries.length > 0
        if (hasCommitted) this.#options.telemetry.committed((performance.now() - progress.startedAt) / 1000)
        answerAll(batch, decision, booking.sent)
        if (hasCommitted) this.#tellCommitted(decision)
        return
      } catch (error) {
        const next = await this.#afterFailure(error, batch, progress)
        if (next === 'halves') return this.#bookHalves(batch, error, booking)
        if (next === 'refuse') break
      }
    }
    answerAllWith(batch, refused('unavailable'))
  }

  async #attempt(batch: readonly Pending[], progress: Progress): Promise<BatchDecision> {
    const { bonus, limits, clock, memory } = this.#options
    const session = await this.#reconnect()
    progress.hadSession = true
    const requests = batch.map(({ request }) => request)
    const attempt = { session, shard: this.#lane, memory, requests, bonus, limits, nowMs: clock.now() }
    return progress.attempts === 1 ? attemptFromMemory(attempt) : attemptFromDatabase(attempt)
  }

  async #reconnect(): Promise<LeaderSession> {
    if (this.#session?.isLost() === false) return this.#session
    this.#session = await openSession(this.#options, this.#lane)
    return this.#session
  }

  /** What a failure means for its batch: try again, try in halves, or refuse all of it. */
  async #afterFailure(
    error: unknown,
    batch: readonly Pending[],
    progress: Progress,
  ): Promise<'again' | 'halves' | 'refuse'> {
    const { log, telemetry } = this.#options
    // The memory can be outdated, but a read of the database is true, because only this leader
    // books for these players. A violation after a read is a real violation.
    if (error instanceof NotDurable || (error instanceof LedgerBreach && progress.attempts > 1)) {
      this.#options.onStopped(error)
      return 'refuse'
    }
    if (error instanceof Deposed) return 'refuse'
    const kind = error instanceof LedgerBreach ? 'stale' : failureKind(error)
    telemetry.failedAttempt(kind)
    this.#options.memory.forget(batch.map(({ request }) => request))
    if (kind === 'data') return 'halves'
    progress.isLocked = kind === 'locked'
    if (kind === 'locked' && performance.now() - progress.startedAt < defaultTimeoutMs) return 'again'
    if (kind === 'stale' && progress.attempts < maxAttempts) return 'again'
    // One command has the key of an archived entry, which no read finds. It fails alone.
    if (kind === 'stale' && batch.length > 1) return 'halves'
    if (kind === 'lost') {
      if (progress.hadSession) for (const { request } of batch) progress.sent.add(keyOf(request))
      log.warn({ err: error, commands: batch.length }, 'a batch failed with an unknown outcome; retrying')
      await this.#dropSession()
      if (performance.now() - progress.startedAt < giveUpAfterMs) return 'again'
    }
    log.error(
      { err: error, commands: batch.length, attempts: progress.attempts },
      'a batch failed; its commands are refused',
    )
    return 'refuse'
  }

  /**
   * Books the commands with unlocked accounts.
   * @returns the other commands; the whole batch when all accounts are locked or all are unlocked
   */
  async #bookFree(batch: readonly Pending[], booking: Booking): Promise<readonly Pending[]> {
    const { client } = await this.#reconnect()
    const playerOf = ({ request }: Pending) => request.command.playerId
    const { rows } = await client.query<{ player_id: string }>(lockedQuery(batch.map(playerOf)))
    const locked = new Set(rows.map(({ player_id: playerId }) => playerId))
    const { free = [], kept = [] } = Object.groupBy(batch, (of) => (locked.has(playerOf(of)) ? 'kept' : 'free'))
    if (free.length === 0 || kept.length === 0) return batch
    await this.#bookAll(free, booking)
    // A write on a lost connection may still commit.
    if (this.#session?.isLost() === false) booking.onAnswered(free)
    return kept
  }

  /** Finds the command that the database does not take, so that it fails alone. */
  async #bookHalves(batch: readonly Pending[], error: unknown, booking: Booking): Promise<void> {
    if (batch.length === 1) {
      const command = batch[0]?.request.command
      this.#options.log.error(
        { err: error, kind: command?.kind, reference: command?.reference },
        'a command cannot be booked',
      )
      answerAllWith(batch, refused('internal'))
      return
    }
    const middle = Math.ceil(batch.length / 2)
    await this.#bookAll(batch.slice(0, middle), booking)
    await this.#bookAll(batch.slice(middle), booking)
  }

  #tellCommitted(decision: BatchDecision): void {
    try {
      this.#options.onCommitted(decision)
    } catch (error) {
      this.#options.log.error({ err: error }, 'failed to send the balance events of a batch')
    }
  }

  async #dropSession(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    void session?.close()
    await delay(reconnectPauseMs)
  }
}

/**
 * Opens the connection of a lane, and terminates the previous connections of the lanes from `lane`
 * to `lastToEnd`. No earlier write can commit afterwards.
 * @throws NotDurable, Deposed, or an Error when a previous connection stays open
 */
function openSession(
  { databaseUrl: url, fencingToken, log }: LaneOptions,
  lane: number,
  lastToEnd = lane,
): Promise<LeaderSession> {
  const nameOf = (number: number) => `wallet lane ${number}`
  const ends = Array.from({ length: lastToEnd - lane + 1 }, (_, index) => nameOf(lane + index))
  const name = nameOf(lane)
  return openLeaderSession({ url, schema: 'wallet', settings, queryTimeoutMs, fencingToken, name, ends, log })
}

function answerAll(batch: readonly Pending[], { outcomes }: BatchDecision, sent: ReadonlySet<string>): void {
  batch.forEach((pending, index) => {
    const outcome = outcomes[index] ?? refused('internal')
    const ours = outcome.ok && outcome.replayed && sent.has(keyOf(pending.request)) && hasDetailOf(pending, outcome)
    pending.answer(ours ? { ...outcome, replayed: false } : outcome)
  })
}

/** A replica that repeats a bet of another replica makes another detail, and must learn the first one. */
function hasDetailOf({ request: { command } }: Pending, { entry }: Extract<Outcome, { ok: true }>): boolean {
  return ('detail' in command ? (command.detail ?? null) : null) === entry.detail
}

function answerAllWith(batch: readonly Pending[], outcome: Outcome): void {
  for (const pending of batch) pending.answer(outcome)
}

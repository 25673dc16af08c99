import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@kismet/service-kit/clock'
import type { Logger } from '@kismet/service-kit/logger'
import { failureKind } from '../db/failure.ts'
import type { BatchDecision } from '../domain/batch.ts'
import type { BonusRules } from '../domain/bonus.ts'
import { keyOf, refused } from '../domain/command.ts'
import type { Outcome } from '../domain/command.ts'
import { LedgerBreach } from '../domain/invariants.ts'
import type { WalletTelemetry } from '../telemetry.ts'
import { attemptBatch } from './attempt.ts'
import type { Source } from './attempt.ts'
import type { Pending } from './batch-queue.ts'
import type { LedgerMemory } from './ledger-memory.ts'
import { NotDurable, openSession } from './session.ts'
import type { Session } from './session.ts'

export interface LaneOptions {
  readonly databaseUrl: string
  readonly bonus: BonusRules
  readonly clock: Clock
  readonly log: Logger
  readonly telemetry: WalletTelemetry
  readonly memory: LedgerMemory
  /** Told after each commit. */
  readonly onCommitted: (decision: BatchDecision) => void
  /** Told when nothing may be booked any more. */
  readonly onStopped: (cause: Error) => void
  readonly isStopped: () => boolean
}

/** A batch is tried this often against other writers that are faster; from the third time on it locks its accounts, so that it wins. */
const maxAttempts = 8
const lockedFromAttempt = 3
/** How long a batch is kept for a database that does not answer. Its callers have given up by then. */
const giveUpAfterMs = 30_000
const reconnectPauseMs = 100

interface Progress {
  readonly startedAt: number
  attempts: number
  /** Keys of commands that a lost connection may have booked: when they are found in the ledger, it was us. */
  readonly sent: Set<string>
}

/** One connection on which one batch after the other is booked, whatever happens to it. */
export class Lane {
  readonly #options: LaneOptions
  #session: Session | undefined

  private constructor(options: LaneOptions, session: Session) {
    this.#options = options
    this.#session = session
  }

  /** @throws NotDurable when the database could lose what it confirms. */
  static async open(options: LaneOptions): Promise<Lane> {
    return new Lane(options, await openSession(options.databaseUrl, options.log))
  }

  async close(): Promise<void> {
    await this.#session?.close().catch(() => undefined)
  }

  /** Books a batch and answers it, whatever happens on the way. */
  async book(batch: readonly Pending[]): Promise<void> {
    const progress: Progress = { startedAt: performance.now(), attempts: 0, sent: new Set() }
    while (!this.#options.isStopped()) {
      progress.attempts += 1
      try {
        const decision = await this.#attempt(batch, progress.attempts)
        this.#options.telemetry.committed(batch.length, (performance.now() - progress.startedAt) / 1000)
        answerAll(batch, decision, progress.sent)
        this.#tellCommitted(decision)
        return
      } catch (error) {
        const next = await this.#afterFailure(error, batch, progress)
        if (next === 'halves') return this.#bookHalves(batch, error)
        if (next === 'refuse') break
      }
    }
    answerAllWith(batch, refused('unavailable'))
  }

  async #attempt(batch: readonly Pending[], attempts: number): Promise<BatchDecision> {
    const { bonus, clock, log, databaseUrl, memory } = this.#options
    if (this.#session === undefined || this.#session.isLost()) this.#session = await openSession(databaseUrl, log)
    const requests = batch.map(({ request }) => request)
    const attempt = { session: this.#session, memory, requests, bonus, nowMs: clock.now() }
    return attemptBatch(attempt, this.#sourceOf(attempts))
  }

  #sourceOf(attempts: number): Source {
    if (attempts >= lockedFromAttempt) return 'locked'
    return attempts === 1 && this.#options.memory.mayBeTried() ? 'memory' : 'read'
  }

  /** What a failure means for its batch: try again, try in halves, or refuse all of it. */
  async #afterFailure(
    error: unknown,
    batch: readonly Pending[],
    progress: Progress,
  ): Promise<'again' | 'halves' | 'refuse'> {
    const { log, telemetry } = this.#options
    const isProven = progress.attempts >= lockedFromAttempt
    if (error instanceof NotDurable || (error instanceof LedgerBreach && isProven)) {
      this.#options.onStopped(error)
      return 'refuse'
    }
    // Without locks a batch can be decided on what was never true at one time. With them it cannot: then a breach is one.
    if (error instanceof LedgerBreach) progress.attempts = lockedFromAttempt - 1
    const kind = error instanceof LedgerBreach ? 'stale' : failureKind(error)
    telemetry.failedAttempt(kind)
    this.#options.memory.forget(batch.map(({ request }) => request))
    if (kind === 'data') return 'halves'
    if (kind === 'stale' && progress.attempts < maxAttempts) return 'again'
    if (kind === 'lost' && performance.now() - progress.startedAt < giveUpAfterMs) {
      if (this.#session !== undefined) for (const { request } of batch) progress.sent.add(keyOf(request))
      log.warn({ err: error, commands: batch.length }, 'the outcome of a batch is not known; it is sent again')
      await this.#dropSession()
      return 'again'
    }
    log.error({ err: error, commands: batch.length, attempts: progress.attempts }, 'a batch could not be booked')
    return 'refuse'
  }

  /** Finds the command that the database does not take, so that it fails alone. */
  async #bookHalves(batch: readonly Pending[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      const command = batch[0]?.request.command
      this.#options.log.error(
        { err: error, kind: command?.kind, reference: command?.reference },
        'a command was refused by the database',
      )
      answerAllWith(batch, refused('internal'))
      return
    }
    const middle = Math.ceil(batch.length / 2)
    await this.book(batch.slice(0, middle))
    await this.book(batch.slice(middle))
  }

  #tellCommitted(decision: BatchDecision): void {
    try {
      this.#options.onCommitted(decision)
    } catch (error) {
      this.#options.log.error({ err: error }, 'the news of a batch could not be told')
    }
  }

  async #dropSession(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    void session?.close().catch(() => undefined)
    await delay(reconnectPauseMs)
  }
}

function answerAll(batch: readonly Pending[], { outcomes }: BatchDecision, sent: ReadonlySet<string>): void {
  batch.forEach((pending, index) => {
    const outcome = outcomes[index] ?? refused('internal')
    const ours = outcome.ok && outcome.replayed && sent.has(keyOf(pending.request))
    pending.answer(ours ? { ...outcome, replayed: false } : outcome)
  })
}

function answerAllWith(batch: readonly Pending[], outcome: Outcome): void {
  for (const pending of batch) pending.answer(outcome)
}

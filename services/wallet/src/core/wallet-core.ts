import { defaultTimeoutMs } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import type { Term } from '@kismet/service-kit/leadership'
import { FlowMap } from '@kismet/service-kit/flow-map'
import type { Logger } from '@kismet/service-kit/logger'
import type { BatchDecision, SiteRules } from '../domain/batch.ts'
import { refused } from '../domain/command.ts'
import type { MoneyCommand, Outcome, Terms } from '../domain/command.ts'
import type { WalletTelemetry } from '../telemetry.ts'
import { BatchQueue } from './batch-queue.ts'
import type { Pending } from './batch-queue.ts'
import { requestOf } from './input-hash.ts'
import { Lane } from './lane.ts'
import { LedgerMemory } from './ledger-memory.ts'

export interface WalletCoreOptions extends SiteRules {
  readonly databaseUrl: string
  /** The term of this process. */
  readonly term: Term
  /** The largest number of batches in the database at one time. */
  readonly lanes: number
  readonly maxBatch: number
  readonly maxQueued: number
  readonly clock: Clock
  readonly log: Logger
  readonly telemetry: WalletTelemetry
  /** The cause of a booking stop in an earlier term, which also stops this term. */
  readonly stopped?: Error | undefined
  /** Called when booking must stop. */
  readonly onStopped?: (cause: Error) => void
  /** Called after each commit. */
  readonly onCommitted?: (decision: BatchDecision) => void
}

/** With fewer waiting commands, one larger batch is cheaper than another lane. */
const worthAnotherLane = 128
/**
 * After this time a lane no longer blocks the players of the other lanes. Its connection may hang.
 */
const lateAfterMs = 20

/**
 * Group commit for all money commands of a leader's term. Commands that arrive during a batch form
 * the next batch. There is no timer: at low load a batch has one command. Under load two batches
 * overlap: the next one is decided while the first one is written. An account is in one batch at a
 * time, so its commands keep their order.
 */
export class WalletCore {
  readonly #options: WalletCoreOptions
  readonly #queue: BatchQueue
  readonly #idle: Lane[] = []
  readonly #lanes: Lane[] = []
  /** Lanes that are late with their batch. */
  #late = 0
  /** Players whose commands are in the database now. */
  readonly #busy = new FlowMap<string, true>()
  #dispatching = false
  #closing: (() => void) | undefined
  #stopped: Error | undefined

  private constructor(options: WalletCoreOptions) {
    this.#options = options
    this.#queue = new BatchQueue(options.maxQueued)
  }

  /** Connects all lanes. @throws NotDurable when the database could lose confirmed commits */
  static async open(options: WalletCoreOptions): Promise<WalletCore> {
    const core = new WalletCore(options)
    const parts = {
      ...options,
      memory: new LedgerMemory(),
      onCommitted: (decision: BatchDecision) => options.onCommitted?.(decision),
      fencingToken: options.term.fencingToken,
      onStopped: (cause: Error) => core.#stop(cause),
      isStopped: () => core.#isOver,
    }
    try {
      for (let lane = 0; lane < options.lanes; lane += 1) core.#lanes.push(await Lane.open(lane, parts))
    } catch (error) {
      await Promise.all(core.#lanes.map((lane) => lane.close()))
      throw error
    }
    core.#idle.push(...core.#lanes)
    if (options.stopped !== undefined) core.#bookNothing(options.stopped)
    options.term.signal.addEventListener('abort', () => core.#queue.expire(Number.POSITIVE_INFINITY), { once: true })
    return core
  }

  /**
   * Books a command; a retry is booked once. With `isClosed` only commands that are booked already
   * are answered. Never throws: a failure is a refusal.
   */
  submit(command: MoneyCommand, under: Terms = {}): Promise<Outcome> {
    if (this.#isOver || this.#closing !== undefined) return Promise.resolve(refused('unavailable'))
    const outcome = this.#queue.add(requestOf(command, under), this.#options.clock.now())
    if (!this.#dispatching) {
      this.#dispatching = true
      // All commands that are being read from the bus in this turn of the event loop go into the batch.
      setImmediate(() => this.#dispatch())
    }
    return outcome
  }

  /** The cause of the booking stop, or undefined. */
  get stopped(): Error | undefined {
    return this.#stopped
  }

  get #isOver(): boolean {
    return this.#stopped !== undefined || this.#options.term.signal.aborted
  }

  /** Commands that wait for their batch. */
  get queued(): number {
    return this.#queue.size
  }

  /** Refuses new commands, books the queue, then closes the connections. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#closing = resolve
      this.#dispatch()
    })
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }

  /** Gives the waiting commands to idle lanes. */
  #dispatch(): void {
    this.#dispatching = false
    this.#queue.expire(this.#options.clock.now() - defaultTimeoutMs)
    while (this.#idle.length > 0 && this.#queue.size >= this.#needed()) {
      const batch = this.#queue.take(this.#share(), this.#busy)
      if (batch.length === 0) break
      const lane = this.#idle.pop()
      if (lane !== undefined) void this.#book(lane, batch)
    }
    if (this.#queue.size === 0 && this.#idle.length === this.#lanes.length) this.#closing?.()
  }

  /** How many commands have to wait before another lane starts. */
  #needed(): number {
    return this.#idle.length + this.#late === this.#lanes.length ? 1 : worthAnotherLane
  }

  /** The number of waiting commands that one lane takes, so that the other idle lanes get commands too. */
  #share(): number {
    const { maxBatch } = this.#options
    if (this.#queue.size < 2 * worthAnotherLane) return maxBatch
    return Math.min(maxBatch, Math.ceil(this.#queue.size / this.#idle.length))
  }

  async #book(lane: Lane, batch: readonly Pending[]): Promise<void> {
    for (const { request } of batch) this.#busy.set(request.command.playerId, true)
    let late = 0
    const timer = setTimeout(() => {
      late = 1
      this.#late += 1
      this.#dispatch()
    }, lateAfterMs)
    let rest = batch
    await lane.book(batch, (answered) => {
      const isAnswered = new Set(answered)
      // A smaller part may have been answered before. Its players may be in another lane by now.
      const now = rest.filter((pending) => isAnswered.has(pending))
      rest = rest.filter((pending) => !isAnswered.has(pending))
      this.#free(now, rest)
      this.#dispatch()
    })
    clearTimeout(timer)
    this.#late -= late
    this.#free(rest)
    this.#idle.push(lane)
    this.#dispatch()
  }

  /** Releases players who have no command among the `others`. */
  #free(answered: readonly Pending[], others: readonly Pending[] = []): void {
    for (const { request } of answered) this.#busy.delete(request.command.playerId)
    for (const { request } of others) this.#busy.set(request.command.playerId, true)
  }

  /** Stops booking until an operator ends the stop, also after a failover. */
  #stop(cause: Error): void {
    if (this.#stopped !== undefined) return
    this.#bookNothing(cause)
    this.#options.onStopped?.(cause)
  }

  #bookNothing(cause: Error): void {
    this.#stopped = cause
    this.#options.log.fatal({ err: cause }, 'booking stopped (docs/operating/alarms/booking-stopped.md)')
    this.#queue.expire(Number.POSITIVE_INFINITY)
  }
}

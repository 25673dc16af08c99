import { FlowMap } from '@kismet/service-kit/flow-map'
import { refused } from '../domain/command.ts'
import { stepOf } from '../domain/steps.ts'
import type { CommandKind, Outcome, Request } from '../domain/command.ts'

/** A command that waits for its batch. */
export interface Pending {
  readonly request: Request
  readonly arrivedAtMs: number
  readonly answer: (outcome: Outcome) => void
  readonly outcome: Promise<Outcome>
}

/**
 * The commands that wait for the database, and those that are in it. Bounded: a command too many is refused at once. The same command again while the first
 * is on its way waits for the first one's outcome instead of taking a place of its own.
 */
export class BatchQueue {
  readonly #maxQueued: number
  /** By step, then by reference: together the idempotency key. */
  readonly #inFlight: Readonly<Record<(typeof stepOf)[CommandKind], FlowMap<string, Pending>>> = {
    open: new FlowMap(),
    close: new FlowMap(),
  }
  #waiting: Pending[] = []

  constructor(maxQueued: number) {
    this.#maxQueued = maxQueued
  }

  get size(): number {
    return this.#waiting.length
  }

  add(request: Request, nowMs: number): Promise<Outcome> {
    const { kind, reference } = request.command
    const inFlight = this.#inFlight[stepOf[kind]]
    const first = inFlight.get(reference)
    if (first?.request.inputHash === request.inputHash) return first.outcome.then(asReplay)
    if (this.#waiting.length >= this.#maxQueued) return Promise.resolve(refused('unavailable'))
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const pending: Pending = {
      request,
      arrivedAtMs: nowMs,
      outcome: promise,
      answer: (outcome) => {
        if (inFlight.get(reference) === pending) inFlight.delete(reference)
        resolve(outcome)
      },
    }
    // With another input it is no repetition: both take their turn, and the ledger's rules say which refusal the second one gets.
    if (first === undefined) inFlight.set(reference, pending)
    this.#waiting.push(pending)
    return promise
  }

  /**
   * Takes up to `max` commands in the order of their arrival. Commands of `busy` players stay in
   * the queue.
   */
  take(max: number, busy: Pick<FlowMap<string, true>, 'has' | 'size'>): Pending[] {
    if (busy.size === 0) return this.#waiting.splice(0, max)
    const batch: Pending[] = []
    const kept: Pending[] = []
    for (const pending of this.#waiting) {
      const isFree = batch.length < max && !busy.has(pending.request.command.playerId)
      if (isFree) batch.push(pending)
      else kept.push(pending)
    }
    this.#waiting = kept
    return batch
  }

  /** Refuses what has waited since before `sinceMs`: its caller has gone. */
  expire(sinceMs: number): void {
    const oldest = this.#waiting[0]
    if (oldest === undefined || oldest.arrivedAtMs >= sinceMs) return
    const kept = this.#waiting.filter(({ arrivedAtMs }) => arrivedAtMs >= sinceMs)
    const expired = this.#waiting.filter(({ arrivedAtMs }) => arrivedAtMs < sinceMs)
    this.#waiting = kept
    for (const pending of expired) pending.answer(refused('unavailable'))
  }
}

function asReplay(outcome: Outcome): Outcome {
  return outcome.ok ? { ...outcome, replayed: true } : outcome
}

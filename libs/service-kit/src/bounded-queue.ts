import { FlowMap } from './flow-map.ts'
import { Refusal } from './refusal.ts'

export interface BoundedQueueLimits {
  /** The largest number of jobs that run at one time, in all and of one owner. */
  readonly running: number
  readonly runningOfOwner: number
  /** The largest number of jobs that wait, in all and of one owner. Another job is refused. */
  readonly waiting: number
  readonly waitingOfOwner: number
  /** The longest wait of a job in ms. Its caller has reached a timeout by then. */
  readonly waitingMs?: number
}

const retryAfterMs = 5_000

/**
 * Limits how many jobs run, and how many of them belong to one owner. The jobs of one owner run in
 * order. A free place goes to the owners in turn.
 */
export class BoundedQueue {
  readonly #limits: BoundedQueueLimits
  readonly #runningOf = new FlowMap<string, number>()
  readonly #waitingOf = new Map<string, (() => void)[]>()
  #running = 0
  #waiting = 0

  constructor(limits: BoundedQueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs `work` when there is a place for it.
   * @throws Refusal `too_many_requests` when too many of this owner wait already, `unavailable` when too many of all do, or it has waited too long.
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const lateAt = performance.now() + (this.#limits.waitingMs ?? Infinity)
    if (this.#hasPlace(owner)) this.#take(owner)
    else await this.#wait(owner)
    try {
      if (performance.now() > lateAt) throw new Refusal('unavailable', undefined, { retryAfterMs })
      return await work()
    } finally {
      this.#leave(owner)
    }
  }

  #hasPlace(owner: string): boolean {
    const { running, runningOfOwner } = this.#limits
    return this.#running < running && (this.#runningOf.get(owner) ?? 0) < runningOfOwner
  }

  #take(owner: string): void {
    this.#running += 1
    this.#runningOf.set(owner, (this.#runningOf.get(owner) ?? 0) + 1)
  }

  /** @returns when a place was taken */
  async #wait(owner: string): Promise<void> {
    const { waiting, waitingOfOwner } = this.#limits
    const own = this.#waitingOf.get(owner) ?? []
    if (own.length >= waitingOfOwner) throw new Refusal('too_many_requests', undefined, { retryAfterMs })
    if (this.#waiting >= waiting) throw new Refusal('unavailable', undefined, { retryAfterMs })
    this.#waiting += 1
    const { promise, resolve } = Promise.withResolvers<undefined>()
    own.push(() => resolve(undefined))
    this.#waitingOf.set(owner, own)
    await promise
  }

  /** Gives the place to the first owner who may take it, and sends that owner to the end. */
  #leave(owner: string): void {
    this.#running -= 1
    const left = (this.#runningOf.get(owner) ?? 1) - 1
    if (left > 0) this.#runningOf.set(owner, left)
    else this.#runningOf.delete(owner)
    for (const [next, own] of this.#waitingOf) {
      if (!this.#hasPlace(next)) continue
      const begin = own.shift()
      this.#waitingOf.delete(next)
      if (own.length > 0) this.#waitingOf.set(next, own)
      this.#waiting -= 1
      this.#take(next)
      begin?.()
      return
    }
  }
}

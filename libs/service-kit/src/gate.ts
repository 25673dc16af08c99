import { FlowMap } from './flow-map.ts'
import { Refusal } from './refusal.ts'

export interface GateLimits {
  /** Works that run at one time, and of these by one owner. */
  readonly running: number
  readonly runningOfOwner: number
  /** Works that wait for a place, and of these by one owner; one more is refused. */
  readonly waiting: number
  readonly waitingOfOwner: number
  /** The longest wait of a work in ms. Its caller has reached a timeout by then. */
  readonly waitingMs?: number
}

const retryAfterMs = 5_000
const unavailable = () => new Refusal('unavailable', undefined, { retryAfterMs })

/**
 * A bounded queue: limits how many works run, and how many of them belong to one owner. The works
 * of one owner run in order. A work that can start at once allocates no queue entry.
 */
export class Gate {
  readonly #limits: GateLimits
  /** How many works of each owner run, or wait only because all places are taken. */
  readonly #admitted = new FlowMap<string, number>()
  /** What lets the works in that wait for others of their owner. */
  readonly #waitingOf = new Map<string, (() => void)[]>()
  /** What begins the works that wait for a place among all. */
  readonly #waiting: (() => void)[] = []
  #running = 0
  #inside = 0

  constructor(limits: GateLimits) {
    this.#limits = limits
  }

  /**
   * Runs `work` once there is a place for it.
   * @throws Refusal `too_many_requests` when too many of this owner wait already, `unavailable` when too many of all do, or it has waited too long.
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const { running, runningOfOwner, waiting, waitingOfOwner } = this.#limits
    const admitted = this.#admitted.get(owner) ?? 0
    const isFree = admitted < runningOfOwner && this.#running < running
    if ((this.#waitingOf.get(owner)?.length ?? 0) >= waitingOfOwner)
      throw new Refusal('too_many_requests', undefined, { retryAfterMs })
    if (!isFree && this.#inside - this.#running >= waiting) throw unavailable()
    this.#inside += 1
    if (admitted < runningOfOwner) this.#admitted.set(owner, admitted + 1)
    return isFree ? this.#begin(owner, work) : this.#wait(owner, work, admitted >= runningOfOwner)
  }

  async #begin<T>(owner: string, work: () => Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#leave(owner)
    }
  }

  #wait<T>(owner: string, work: () => Promise<T>, isForOwn: boolean): Promise<T> {
    const lateAt = performance.now() + (this.#limits.waitingMs ?? Infinity)
    const inTime = () => (performance.now() > lateAt ? Promise.reject(unavailable()) : work())
    const { promise, resolve } = Promise.withResolvers<T>()
    const own = this.#waitingOf.get(owner)
    const begin = () => resolve(this.#begin(owner, inTime))
    const enter = () => {
      if (this.#running < this.#limits.running) {
        begin()
        return
      }
      this.#waiting.push(begin)
    }
    if (!isForOwn) enter()
    else if (own === undefined) this.#waitingOf.set(owner, [enter])
    else own.push(enter)
    return promise
  }

  #leave(owner: string): void {
    this.#inside -= 1
    this.#running -= 1
    this.#waiting.shift()?.()
    const own = this.#waitingOf.get(owner)
    const enter = own?.shift()
    if (own?.length === 0) this.#waitingOf.delete(owner)
    const admitted = this.#admitted.get(owner) ?? 1
    if (enter !== undefined) enter()
    else if (admitted > 1) this.#admitted.set(owner, admitted - 1)
    else this.#admitted.delete(owner)
  }
}

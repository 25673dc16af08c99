import PQueue from 'p-queue'
import { Refusal } from './refusal.ts'

export interface GateLimits {
  /** Works that run at one time, and of these by one owner. */
  readonly running: number
  readonly runningOfOwner: number
  /** Works that wait for a place, and of these by one owner; one more is refused. */
  readonly waiting: number
  readonly waitingOfOwner: number
  /** How long a work waits at most, in ms: whoever asked for it is gone then. */
  readonly waitingMs?: number
}

const retryAfterMs = 5_000

/** Lets a limited number of works run at a time, and no owner take all places. Those of one owner run in the order in which they came. */
export class Gate {
  readonly #limits: GateLimits
  readonly #running: PQueue
  readonly #owners = new Map<string, PQueue>()
  #inside = 0

  constructor(limits: GateLimits) {
    this.#limits = limits
    this.#running = new PQueue({ concurrency: limits.running })
  }

  /**
   * Runs `work` once there is a place for it.
   * @throws Refusal `too_many_requests` when too many of this owner wait already, `unavailable` when too many of all do, or it has waited too long.
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#owners.get(owner) ?? this.#queueFor(owner)
    if (queue.size >= this.#limits.waitingOfOwner) throw new Refusal('too_many_requests', undefined, { retryAfterMs })
    if (this.#mustWait(queue) && this.#inside - this.#running.pending >= this.#limits.waiting)
      throw new Refusal('unavailable', undefined, { retryAfterMs })
    this.#inside += 1
    const lateAt = performance.now() + (this.#limits.waitingMs ?? Infinity)
    const inTime = () => {
      if (performance.now() > lateAt) throw new Refusal('unavailable', undefined, { retryAfterMs })
      return work()
    }
    try {
      return await queue.add(() => this.#running.add(inTime))
    } finally {
      this.#inside -= 1
    }
  }

  #mustWait(queue: PQueue): boolean {
    return queue.pending >= this.#limits.runningOfOwner || this.#running.pending >= this.#limits.running
  }

  #queueFor(owner: string): PQueue {
    const queue = new PQueue({ concurrency: this.#limits.runningOfOwner })
    this.#owners.set(owner, queue)
    queue.addEventListener('idle', () => this.#owners.delete(owner))
    return queue
  }
}

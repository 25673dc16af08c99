import { Refusal } from '@kismet/service-kit/refusal'

export interface GateLimits {
  /** Works that run at one time, and of these by one owner. */
  readonly running: number
  readonly runningOfOwner: number
  /** Works that wait for a place; one more is refused. */
  readonly waiting: number
}

interface Waiting {
  readonly owner: string
  readonly enter: () => void
}

const retryAfterMs = 5_000

/** Lets a limited number of works run at a time, and no owner take all places. The others wait in the order in which they came. */
export class Gate {
  readonly #limits: GateLimits
  readonly #running = new Map<string, number>()
  #total = 0
  #waiting: Waiting[] = []

  constructor(limits: GateLimits) {
    this.#limits = limits
  }

  /** @throws Refusal `unavailable` when too many wait already. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayEnter(owner)) this.#enter(owner)
    else await this.#wait(owner)
    try {
      return await work()
    } finally {
      this.#leave(owner)
    }
  }

  #mayEnter(owner: string): boolean {
    return this.#total < this.#limits.running && (this.#running.get(owner) ?? 0) < this.#limits.runningOfOwner
  }

  #enter(owner: string): void {
    this.#total += 1
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
  }

  #wait(owner: string): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting)
      throw new Refusal('unavailable', 'Too many uploads at the moment. Please try again.', { retryAfterMs })
    return new Promise((resolve) => this.#waiting.push({ owner, enter: resolve }))
  }

  #leave(owner: string): void {
    this.#total -= 1
    const left = (this.#running.get(owner) ?? 1) - 1
    if (left === 0) this.#running.delete(owner)
    else this.#running.set(owner, left)
    const next = this.#waiting.findIndex((waiting) => this.#mayEnter(waiting.owner))
    const waiting = this.#waiting[next]
    if (waiting === undefined) return
    this.#waiting.splice(next, 1)
    this.#enter(waiting.owner)
    waiting.enter()
  }
}

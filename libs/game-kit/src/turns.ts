import { FlowMap } from '@kismet/service-kit/flow-map'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Clock } from '@kismet/service-kit/clock'

export interface TurnLimits {
  /** Plays of one player that may wait at one time. */
  readonly maxWaiting: number
  /** How long a play may wait for its turn. */
  readonly maxWaitMs: number
}

interface Line {
  waiting: number
  last: Promise<unknown>
}

/** Runs the plays of one player one after the other, in the order in which they came; those of different players side by side. */
export class Turns {
  readonly #limits: TurnLimits
  readonly #clock: Clock
  readonly #lines = new FlowMap<string, Line>()

  constructor(limits: TurnLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /**
   * Runs `work` when it is its turn.
   * @throws Refusal `too_many_requests` when the line is full, `unavailable` when the turn came so late that the caller has gone
   */
  async run<T>(playerId: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(playerId) ?? { waiting: 0, last: Promise.resolve() }
    if (line.waiting >= this.#limits.maxWaiting)
      throw new Refusal('too_many_requests', undefined, { retryAfterMs: 1_000 })
    this.#lines.set(playerId, line)
    line.waiting += 1
    const giveUpAt = this.#clock.now() + this.#limits.maxWaitMs
    const turn = line.last.then(() => {
      if (this.#clock.now() > giveUpAt) throw new Refusal('unavailable')
      return work()
    })
    line.last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) this.#lines.delete(playerId)
    }
  }
}

import { createHistogram } from 'node:perf_hooks'
import type { RecordableHistogram } from 'node:perf_hooks'
import { serviceNames, serviceOf } from '@kismet/contracts'
import type { getServiceTimes, OperationShape, Output, ServiceName } from '@kismet/contracts'
import { isoTime, steadyMsOf } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { isRefusal } from '@kismet/service-kit/refusal'

const windowMs = 60_000
const asked: readonly ServiceName[] = serviceNames.filter((service) => service !== 'gateway')

interface Counts {
  /** The times of the answered calls, in µs. */
  readonly answered: RecordableHistogram
  unanswered: number
}

interface Window {
  readonly sinceMs: number
  readonly counts: Map<ServiceName, Counts>
}

/** Two digits of a time are exact: 1% at most. */
const newCounts = (): Counts => ({ answered: createHistogram({ figures: 2 }), unanswered: 0 })

/**
 * The times of the calls that this gateway passes on, in this minute and in the minute before. Each
 * gateway knows its own calls.
 */
export class ServiceTimes {
  readonly #clock: Clock
  /** The newest comes first. */
  #windows: Window[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.#window()
  }

  /** Makes a call and counts its time. A refusal is an answer, except `unavailable`. */
  async timed<Reply>(operation: OperationShape, wireInput: unknown, call: () => Promise<Reply>): Promise<Reply> {
    const service = serviceOf(operation.subjectFor?.(wireInput) ?? operation.subject)
    const fromMs = steadyMsOf(this.#clock)
    try {
      const reply = await call()
      this.#answered(service, fromMs)
      return reply
    } catch (error) {
      if (isRefusal(error) && error.code !== 'unavailable') this.#answered(service, fromMs)
      else this.#countsOf(service).unanswered += 1
      throw error
    }
  }

  told(): Output<typeof getServiceTimes> {
    this.#window()
    const windows = this.#windows
    const services = asked.map((service) => {
      const sum = newCounts()
      for (const { counts } of windows) {
        const { answered, unanswered } = counts.get(service) ?? newCounts()
        sum.answered.add(answered)
        sum.unanswered += unanswered
      }
      const { count } = sum.answered
      // In tenths of a ms, rounded up.
      const p99Ms = count === 0 ? null : Math.ceil(sum.answered.percentile(99) / 100) / 10
      return { service, answered: count, unanswered: sum.unanswered, p99Ms }
    })
    return { since: isoTime(Math.min(...windows.map(({ sinceMs }) => sinceMs))), services }
  }

  #answered(service: ServiceName, fromMs: number): void {
    // A histogram takes no 0.
    const us = Math.max(1, Math.round((steadyMsOf(this.#clock) - fromMs) * 1_000))
    this.#countsOf(service).answered.record(us)
  }

  #countsOf(service: ServiceName): Counts {
    return this.#window().counts.getOrInsertComputed(service, newCounts)
  }

  /** The window of this minute. The one before stays until it is two minutes old. */
  #window(): Window {
    const nowMs = this.#clock.now()
    const [newest] = this.#windows
    const ageMs = nowMs - (newest?.sinceMs ?? Infinity)
    if (newest !== undefined && ageMs >= 0 && ageMs < windowMs) return newest
    const opened = { sinceMs: nowMs, counts: new Map() }
    this.#windows = newest !== undefined && ageMs >= windowMs && ageMs < 2 * windowMs ? [opened, newest] : [opened]
    return opened
  }
}

import { serviceNames, serviceOf } from '@kismet/contracts'
import type { getServiceTimes, OperationShape, Output, ServiceName } from '@kismet/contracts'
import { isoTime, steadyMsOf } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { kept } from '@kismet/service-kit/metrics'
import { isRefusal } from '@kismet/service-kit/refusal'

type Told = Output<typeof getServiceTimes>

const windowMs = 60_000
/** Times are counted in classes: the first is up to `leastMs`, each reaches a tenth further than the one before, and the last holds all that is longer than 15 s. */
const leastMs = 0.1
const growth = 1.1
const classes = 128
const asked: readonly ServiceName[] = serviceNames.filter((service) => service !== 'gateway')

function classOf(ms: number): number {
  return ms <= leastMs ? 0 : Math.min(classes - 1, Math.ceil(Math.log(ms / leastMs) / Math.log(growth)))
}

/** What a service answered: how many calls in each class, and how many it did not. */
interface Counts {
  readonly answered: Uint32Array
  unanswered: number
}

interface Window {
  readonly sinceMs: number
  readonly counts: Map<ServiceName, Counts>
}

/** The least time within which 99 of 100 calls were answered, as the end of its class in tenths of a ms: never told shorter than it was. */
function p99Of(answered: readonly number[], calls: number): number | null {
  let within = 0
  const at = answered.findIndex((count) => (within += count) >= calls * 0.99)
  return calls === 0 ? null : Math.ceil(leastMs * growth ** at * 10) / 10
}

/**
 * How fast the services answer the calls that this gateway passes on, of this minute and the one before. Nothing is kept longer, and no call costs more than one
 * count. Other gateways know of their own calls.
 */
export class ServiceTimes {
  readonly #clock: Clock
  #before: Window | null = null
  #now: Window

  constructor(clock: Clock) {
    this.#clock = clock
    this.#now = this.#opened()
  }

  /** Does a call, and counts how long its service took; a refusal is an answer, too, but for one that says that there was none. */
  async timed<Reply>(operation: OperationShape, wireInput: unknown, call: () => Promise<Reply>): Promise<Reply> {
    const service = serviceOf(operation.subjectFor?.(wireInput) ?? operation.subject)
    const fromMs = steadyMsOf(this.#clock)
    try {
      const reply = await call()
      this.#took(service, fromMs)
      return reply
    } catch (error) {
      if (isRefusal(error) && error.code !== 'unavailable') this.#took(service, fromMs)
      else this.#countsOf(service).unanswered += 1
      throw error
    }
  }

  told(): Told {
    const windows = this.#turned()
    const services = asked.map((service) => {
      const counts = windows.flatMap((window) => window.counts.get(service) ?? [])
      const sums = Array.from({ length: classes }, (_, n) =>
        counts.reduce((sum, { answered }) => sum + (answered[n] ?? 0), 0),
      )
      const answered = sums.reduce((sum, count) => sum + count, 0)
      const unanswered = counts.reduce((sum, { unanswered: lost }) => sum + lost, 0)
      return { service, answered, unanswered, p99Ms: p99Of(sums, answered) }
    })
    return { since: isoTime(Math.min(...windows.map(({ sinceMs }) => sinceMs))), services }
  }

  #took(service: ServiceName, fromMs: number): void {
    const { answered } = this.#countsOf(service)
    const at = classOf(steadyMsOf(this.#clock) - fromMs)
    answered[at] = (answered[at] ?? 0) + 1
  }

  #countsOf(service: ServiceName): Counts {
    this.#turned()
    return kept(this.#now.counts, service, () => ({ answered: new Uint32Array(classes), unanswered: 0 }))
  }

  /** The windows that count now. One that is over is the one before, and what came before that is forgotten. */
  #turned(): Window[] {
    const ageMs = this.#clock.now() - this.#now.sinceMs
    if (ageMs >= windowMs || ageMs < 0) {
      this.#before = ageMs >= windowMs && ageMs < 2 * windowMs ? this.#now : null
      this.#now = this.#opened()
    }
    return this.#before === null ? [this.#now] : [this.#before, this.#now]
  }

  #opened(): Window {
    return { sinceMs: this.#clock.now(), counts: new Map() }
  }
}

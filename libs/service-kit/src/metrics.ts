import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export { Registry } from 'prom-client'

/** A counter of this registry. Ids never become labels. */
export function counterIn<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  ...labelNames: Label[]
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [registry] })
}

type Reading = number | undefined

/**
 * A gauge that is read with the metrics. A failed read gives no sample, because an old value or 0
 * would look like a measurement.
 */
export function gaugeIn(registry: Registry, name: string, help: string, read: () => Reading | Promise<Reading>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined)
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

/** Counts one answered call; `outcome` is `ok` or the code of the refusal. */
export type BusMetrics = (subject: string, outcome: string, seconds: number) => void

/** The metrics that every service has. Ids never become labels. */
export function busMetrics(registry: Registry): BusMetrics {
  const histogram = new Histogram({
    name: 'bus_operation_seconds',
    help: 'Time from the arrival of a call to its answer, by outcome',
    labelNames: ['subject', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  // Looking a metric up by its labels costs more than counting, so each is kept.
  const timers = new Map<string, ReturnType<typeof histogram.labels>>()
  return (subject, outcome, seconds) =>
    timers.getOrInsertComputed(`${subject} ${outcome}`, () => histogram.labels({ subject, outcome })).observe(seconds)
}

export interface ReaderMetrics {
  taken(log: string, facts: number): void
  /** Everything that the log tells has been taken, or the reader begins. */
  level(log: string): void
}

/** How the readers of facts of a service keep up. */
export function readerMetrics(registry: Registry): ReaderMetrics {
  const levelAt = new Map<string, number>()
  const taken = counterIn(registry, 'facts_taken_total', 'Log entries read', 'log')
  new Gauge({
    name: 'facts_behind_seconds',
    help: 'Lag of a reader: seconds since it had read the whole log',
    labelNames: ['log'],
    registers: [registry],
    collect() {
      for (const [log, at] of levelAt) this.set({ log }, (performance.now() - at) / 1000)
    },
  })
  return {
    taken: (log, facts) => taken.inc({ log }, facts),
    level: (log) => levelAt.set(log, performance.now()),
  }
}

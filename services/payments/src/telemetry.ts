import { gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import { Gauge, Histogram } from 'prom-client'

export interface Telemetry {
  /** A file was opened; `outcome` is `ok` or the fault. */
  pictureMade(kind: string, outcome: string, seconds: number): void
}

/** Values that are read when Prometheus reads the metrics. A value above 0 that stays needs an operator. */
interface Readings {
  readonly unbooked: () => Promise<ReadonlyMap<string, number>>
  /** Settings that differ between the database and the audit log. */
  readonly settingsNotWritten: () => Promise<number>
}

export function createTelemetry(registry: Registry, { unbooked, settingsNotWritten }: Readings): Telemetry {
  const pictureSeconds = new Histogram({
    name: 'payments_picture_seconds',
    help: 'Time to make pictures of one uploaded file',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  new Gauge({
    name: 'payments_unbooked',
    help: 'Approved deposits and ended withdrawals that the wallet has not booked, and withdrawals with an unknown hold',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      this.reset()
      // A failed read gives no sample.
      const counts = await unbooked().catch(() => new Map<string, number>())
      for (const [what, count] of counts) this.set({ what }, count)
    },
  })
  gaugeIn(
    registry,
    'payments_settings_not_written',
    'Settings that differ between the database and the audit log',
    settingsNotWritten,
  )
  return { pictureMade: (kind, outcome, seconds) => pictureSeconds.observe({ kind, outcome }, seconds) }
}

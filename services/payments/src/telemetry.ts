import { gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import { Gauge } from 'prom-client'

/** Values that are read when Prometheus reads the metrics. A value above 0 that stays needs an operator. */
interface Readings {
  readonly unbooked: () => Promise<ReadonlyMap<string, number>>
  /** Settings that differ between the database and the audit log. */
  readonly settingsNotWritten: () => Promise<number>
}

/** Declares the metrics of payments. */
export function declareMetrics(registry: Registry, { unbooked, settingsNotWritten }: Readings): void {
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
}

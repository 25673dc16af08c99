import { gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import { Histogram } from 'prom-client'

/** All that this service measures. The log of bets has the rest. */
export class Telemetry {
  /** The lag of ticks, in seconds. */
  readonly tickLateness
  /** Decided bets of any round that the wallet has not booked; undefined while another replica leads. */
  unbookedBets: (() => number) | undefined

  constructor(registry: Registry) {
    this.tickLateness = new Histogram({
      name: 'aviator_tick_lateness_seconds',
      help: 'Lag of ticks',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1],
      registers: [registry],
    })
    const unbooked = () => this.unbookedBets?.() ?? Number.NaN
    gaugeIn(registry, 'aviator_unbooked_bets', 'Decided bets that wait for the wallet', unbooked)
  }
}

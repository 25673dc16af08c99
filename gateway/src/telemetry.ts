import { counterIn } from '@kismet/service-kit/metrics'
import { Gauge, Histogram } from 'prom-client'
import type { Counter, Registry } from 'prom-client'

/** Tells with the metrics which services can serve, as each says itself. */
export function watchParts(registry: Registry, read: () => Promise<Readonly<Record<string, boolean>>>): void {
  new Gauge({
    name: 'gateway_part_ready',
    help: 'Whether a part of the casino says that it can serve',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      for (const [part, isReady] of Object.entries(await read())) this.set({ part }, isReady ? 1 : 0)
    },
  })
}

/** What the gateway counts. Ids and addresses never become labels; `route` is the pattern of the contracts. */
export class Telemetry {
  readonly sockets: Gauge<'audience'>
  /** `code` is that of the refusal, or `ok`. */
  readonly socketCommands: Counter<'event' | 'code'>
  readonly #seconds: Histogram<'route' | 'status'>
  // Looking a metric up by its labels costs more than counting.
  readonly #timers = new Map<string, Histogram.Internal<'route' | 'status'>>()

  constructor(registry: Registry) {
    this.#seconds = new Histogram({
      name: 'gateway_request_seconds',
      help: 'Time from the arrival of a request to the end of its answer',
      labelNames: ['route', 'status'],
      registers: [registry],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    })
    this.socketCommands = counterIn(
      registry,
      'gateway_socket_commands_total',
      'Commands of sockets by what became of them',
      'event',
      'code',
    )
    this.sockets = new Gauge({
      name: 'gateway_sockets',
      help: 'Open sockets of this process',
      labelNames: ['audience'],
      registers: [registry],
    })
  }

  answered(route: string, status: number, seconds: number): void {
    this.#timers
      .getOrInsertComputed(`${route} ${status}`, () => this.#seconds.labels({ route, status }))
      .observe(seconds)
  }
}

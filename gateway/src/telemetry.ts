import { kept } from '@kismet/service-kit/metrics'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

const namedIn =
  (registry: Registry) =>
  <L extends string>(name: string, help: string, ...labelNames: L[]) => ({
    name: `gateway_${name}`,
    help,
    labelNames,
    registers: [registry],
  })

/** Has the metrics tell which parts can serve, as each says itself when they are read. */
export function watchParts(registry: Registry, read: () => Promise<Readonly<Record<string, boolean>>>): void {
  const named = namedIn(registry)
  new Gauge({
    ...named('part_ready', 'Whether a part of the casino says that it can serve', 'part'),
    async collect() {
      for (const [part, isReady] of Object.entries(await read())) this.set({ part }, isReady ? 1 : 0)
    },
  })
}

/** What the gateway counts. Ids and addresses never become labels; `route` is the pattern of the contracts. */
export class Telemetry {
  readonly limited: Counter<'rate' | 'by'>
  /** Redis could not say whether a session lives. */
  readonly askedAuth: Counter<'why'>
  readonly socketsRefused: Counter<'code'>
  readonly connectionsClosed: Counter<'why'>
  /** A tick that a socket did not get, as the next one makes up for it. */
  readonly dropped: Counter<'why'>
  readonly sockets: Gauge<'audience'>
  /** `code` is that of the refusal, or `ok`. */
  readonly socketCommands: Counter<'event' | 'code'>
  readonly #seconds: Histogram<'route' | 'status'>
  // Looking a metric up by its labels costs more than counting.
  readonly #timers = new Map<string, Histogram.Internal<'route' | 'status'>>()

  constructor(registry: Registry) {
    const named = namedIn(registry)
    this.#seconds = new Histogram({
      ...named('request_seconds', 'Time from the arrival of a request to the end of its answer', 'route', 'status'),
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    })
    this.limited = new Counter(named('limited_total', 'Requests and socket events refused by their rate', 'rate', 'by'))
    this.askedAuth = new Counter(named('sessions_asked_of_auth_total', 'Sessions that Redis could not tell of', 'why'))
    this.socketsRefused = new Counter(named('sockets_refused_total', 'Sockets refused at their handshake', 'code'))
    this.connectionsClosed = new Counter(
      named(
        'connections_closed_total',
        'Connections closed for breaking a limit, or because ONLY_FROM does not name their address',
        'why',
      ),
    )
    this.dropped = new Counter(named('ticks_dropped_total', 'Ticks that a socket did not get', 'why'))
    this.socketCommands = new Counter(
      named('socket_commands_total', 'Commands of sockets by what became of them', 'event', 'code'),
    )
    this.sockets = new Gauge(named('sockets', 'Open sockets of this process', 'audience'))
  }

  answered(route: string, status: number, seconds: number): void {
    kept(this.#timers, `${route} ${status}`, () => this.#seconds.labels({ route, status })).observe(seconds)
  }
}

import { kept } from '@kismet/service-kit/metrics'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

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
  readonly #seconds: Histogram<'route' | 'status'>
  // Looking a metric up by its labels costs more than counting.
  readonly #timers = new Map<string, Histogram.Internal<'route' | 'status'>>()

  constructor(registry: Registry) {
    const registers = [registry]
    const named = <L extends string>(name: string, help: string, ...labelNames: L[]) => ({
      name: `gateway_${name}`,
      help,
      labelNames,
      registers,
    })
    this.#seconds = new Histogram({
      ...named('request_seconds', 'Time from the arrival of a request to the end of its answer', 'route', 'status'),
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    })
    this.limited = new Counter(named('limited_total', 'Requests and socket events refused by their rate', 'rate', 'by'))
    this.askedAuth = new Counter(named('sessions_asked_of_auth_total', 'Sessions that Redis could not tell of', 'why'))
    this.socketsRefused = new Counter(named('sockets_refused_total', 'Sockets refused at their handshake', 'code'))
    this.connectionsClosed = new Counter(
      named('connections_closed_total', 'Connections of sockets closed for their conduct', 'why'),
    )
    this.dropped = new Counter(named('ticks_dropped_total', 'Ticks that a socket did not get', 'why'))
    this.sockets = new Gauge(named('sockets', 'Open sockets of this process', 'audience'))
  }

  answered(route: string, status: number, seconds: number): void {
    kept(this.#timers, `${route} ${status}`, () => this.#seconds.labels({ route, status })).observe(seconds)
  }
}

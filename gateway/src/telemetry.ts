import { kept } from '@kismet/service-kit/metrics'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

export type SocketNamespace = 'players' | 'admins'

/** What the gateway counts. Ids and addresses never become labels; `route` is the pattern of the contracts. */
export interface Telemetry {
  answered(route: string, status: number, seconds: number): void
  /** A request or socket event was refused by its rate. */
  limited(rate: string, by: 'player' | 'address'): void
  /** Redis could not say whether a session lives, so auth was asked. */
  askedAuth(why: 'not in Redis' | 'no Redis'): void
  socketOpened(namespace: SocketNamespace): void
  socketClosed(namespace: SocketNamespace): void
  /** A connection of sockets was closed for its conduct. */
  connectionClosed(why: string): void
  /** A socket was refused at its handshake, with this code of the contracts. */
  socketRefused(code: string): void
}

export function createTelemetry(registry: Registry): Telemetry {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const limited = new Counter({
    name: 'gateway_limited_total',
    help: 'Requests and socket events refused by their rate',
    labelNames: ['rate', 'by'],
    registers,
  })
  const askedAuth = new Counter({
    name: 'gateway_sessions_asked_of_auth_total',
    help: 'Sessions that Redis could not tell of',
    labelNames: ['why'],
    registers,
  })
  const refused = new Counter({
    name: 'gateway_sockets_refused_total',
    help: 'Sockets refused at their handshake',
    labelNames: ['code'],
    registers,
  })
  const closed = new Counter({
    name: 'gateway_connections_closed_total',
    help: 'Connections of sockets closed for their conduct',
    labelNames: ['why'],
    registers,
  })
  const sockets = new Gauge({
    name: 'gateway_sockets',
    help: 'Open sockets of this process',
    labelNames: ['namespace'],
    registers,
  })
  // Looking a metric up by its labels costs more than counting.
  const timers = new Map<string, ReturnType<typeof seconds.labels>>()
  return {
    answered: (route, status, duration) =>
      kept(timers, `${route} ${status}`, () => seconds.labels({ route, status })).observe(duration),
    limited: (rate, by) => limited.inc({ rate, by }),
    askedAuth: (why) => askedAuth.inc({ why }),
    connectionClosed: (why) => closed.inc({ why }),
    socketOpened: (namespace) => sockets.inc({ namespace }),
    socketClosed: (namespace) => sockets.dec({ namespace }),
    socketRefused: (code) => refused.inc({ code }),
  }
}

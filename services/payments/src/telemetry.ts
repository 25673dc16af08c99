import { counterIn, gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import { Histogram } from 'prom-client'

/** How the queue stands, for the metrics. */
export interface QueueState {
  readonly pending: number
  /** Age of the oldest request that waits, 0 when none does. */
  readonly oldestPendingSeconds: number
  /** Approved requests whose credit the wallet has not booked yet. Above 0 for long means trouble. */
  readonly owed: number
}

export interface Telemetry {
  /** A request came in (`submitted`) or was decided. */
  request(event: 'submitted' | 'approved' | 'rejected'): void
  /** The wallet has booked a credit, or has failed to. */
  credit(outcome: 'booked' | 'failed'): void
  /** A file was opened; `outcome` is `ok` or the fault that was found. */
  pictureMade(kind: string, outcome: string, seconds: number): void
}

/** Declares every metric of this service. `readQueue` is asked when the metrics are read; what it cannot tell is left as it was. */
export function createTelemetry(registry: Registry, readQueue: () => Promise<QueueState | undefined>): Telemetry {
  const requests = counterIn(
    registry,
    'payments_deposit_requests_total',
    'Deposit requests submitted, approved, rejected',
    'event',
  )
  const credits = counterIn(
    registry,
    'payments_deposit_credits_total',
    'Tries to book the credit of an approved deposit',
    'outcome',
  )
  const pictureSeconds = new Histogram({
    name: 'payments_picture_seconds',
    help: 'Time to make pictures of one uploaded file',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  declareQueue(registry, readQueue)
  return {
    request: (event) => requests.inc({ event }),
    credit: (outcome) => credits.inc({ outcome }),
    pictureMade: (kind, outcome, seconds) => pictureSeconds.observe({ kind, outcome }, seconds),
  }
}

/** All gauges of one reading of the metrics come from one reading of the queue. */
function declareQueue(registry: Registry, readQueue: () => Promise<QueueState | undefined>): void {
  let reading: Promise<QueueState | undefined> | undefined
  const read = () => {
    reading ??= readQueue()
      .catch(() => undefined)
      .finally(() => (reading = undefined))
    return reading
  }
  const gauge = (name: string, help: string, field: keyof QueueState) =>
    gaugeIn(registry, name, help, async () => (await read())?.[field])
  gauge('payments_deposit_queue', 'Deposit requests that wait for a decision', 'pending')
  gauge('payments_deposit_queue_oldest_seconds', 'Age of the oldest request that waits for it', 'oldestPendingSeconds')
  gauge('payments_deposits_owed', 'Approved deposits whose credit is not booked yet', 'owed')
}

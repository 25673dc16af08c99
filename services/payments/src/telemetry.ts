import { counterIn, gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import { Histogram } from 'prom-client'

export interface QueueState {
  /** Requests in the queue. */
  readonly deposits: number
  readonly withdrawals: number
  /** Age of the oldest request in the queue; 0 for an empty queue. */
  readonly oldestDepositSeconds: number
  readonly oldestWithdrawalSeconds: number
  /** Decided requests that the wallet has not booked yet. A value that stays above 0 needs an operator. */
  readonly depositsOwed: number
  readonly withdrawalsOwed: number
  /** Withdrawals whose hold has an unknown outcome. */
  readonly holdsUnclear: number
}

export interface Telemetry {
  request(event: 'submitted' | 'approved' | 'rejected'): void
  /** The wallet booked a credit, or failed to. */
  credit(outcome: 'booked' | 'failed'): void
  /** `requested`: the wallet holds the money. `refused`: the wallet refused the hold. */
  withdrawal(event: 'requested' | 'refused' | 'approved' | 'rejected'): void
  /** The wallet booked a payment or return, or failed to. */
  settlement(outcome: 'booked' | 'failed'): void
  /** `mailed`: the mail server took the notice. `given_up`: the mail server refused for good, or failed for a day. */
  notice(outcome: 'mailed' | 'given_up'): void
  /** A file was opened; `outcome` is `ok` or the fault. */
  pictureMade(kind: string, outcome: string, seconds: number): void
}

/** Values that are read when Prometheus reads the metrics. */
interface Readings {
  readonly queue: () => Promise<QueueState | undefined>
  /** Settings that differ between the database and the audit log. A value above 0 needs an operator. */
  readonly settingsNotWritten: () => Promise<number>
}

export function createTelemetry(registry: Registry, { queue, settingsNotWritten }: Readings): Telemetry {
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
  const withdrawals = counterIn(
    registry,
    'payments_withdrawals_total',
    'Withdrawals requested, refused, approved, rejected',
    'event',
  )
  const settlements = counterIn(
    registry,
    'payments_settlements_total',
    'Tries to book what the end of a withdrawal brings',
    'outcome',
  )
  const notices = counterIn(registry, 'payments_notices_total', 'Notices that are owed no more', 'outcome')
  const pictureSeconds = new Histogram({
    name: 'payments_picture_seconds',
    help: 'Time to make pictures of one uploaded file',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  declareQueue(registry, queue)
  gaugeIn(
    registry,
    'payments_settings_not_written',
    'Settings that are not as the audit log says that an owner has set them',
    settingsNotWritten,
  )
  return {
    request: (event) => requests.inc({ event }),
    credit: (outcome) => credits.inc({ outcome }),
    withdrawal: (event) => withdrawals.inc({ event }),
    settlement: (outcome) => settlements.inc({ outcome }),
    notice: (outcome) => notices.inc({ outcome }),
    pictureMade: (kind, outcome, seconds) => pictureSeconds.observe({ kind, outcome }, seconds),
  }
}

/** All gauges of one scrape share one read of the queue. */
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
  gauge('payments_deposit_queue', 'Deposit requests that wait for a decision', 'deposits')
  gauge('payments_deposit_queue_oldest_seconds', 'Age of the oldest of them', 'oldestDepositSeconds')
  gauge('payments_deposits_owed', 'Approved deposits whose credit is not booked yet', 'depositsOwed')
  gauge('payments_withdrawal_queue', 'Withdrawals that wait for a decision', 'withdrawals')
  gauge('payments_withdrawal_queue_oldest_seconds', 'Age of the oldest of them', 'oldestWithdrawalSeconds')
  gauge('payments_withdrawals_owed', 'Ended withdrawals whose payment or return is not booked yet', 'withdrawalsOwed')
  gauge('payments_holds_unclear', 'Withdrawals whose hold has an unknown outcome', 'holdsUnclear')
}

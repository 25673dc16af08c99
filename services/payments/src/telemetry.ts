import { counterIn, gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import { Histogram } from 'prom-client'

/** How the queue stands, for the metrics. */
export interface QueueState {
  /** Requests that wait for a decision. */
  readonly deposits: number
  readonly withdrawals: number
  /** Age of the oldest that waits, 0 when none does. */
  readonly oldestDepositSeconds: number
  readonly oldestWithdrawalSeconds: number
  /** Decided requests of which the wallet has not booked what they bring. Above 0 for long means trouble. */
  readonly depositsOwed: number
  readonly withdrawalsOwed: number
  /** Requests of which nobody can say yet whether their money is set aside. */
  readonly holdsUnclear: number
}

export interface Telemetry {
  /** A deposit request came in (`submitted`) or was decided. */
  request(event: 'submitted' | 'approved' | 'rejected'): void
  /** The wallet has booked a credit, or has failed to. */
  credit(outcome: 'booked' | 'failed'): void
  /** A withdrawal was set aside (`requested`), refused by the wallet, or decided. */
  withdrawal(event: 'requested' | 'refused' | 'approved' | 'rejected'): void
  /** The wallet has booked a payment or return, or has failed to. */
  settlement(outcome: 'booked' | 'failed'): void
  /** The mail server has taken a notice or says that it never will, or has not in a day. */
  notice(outcome: 'mailed' | 'given_up'): void
  /** A file was opened; `outcome` is `ok` or the fault that was found. */
  pictureMade(kind: string, outcome: string, seconds: number): void
}

/** What is asked when the metrics are read. */
interface Readings {
  readonly queue: () => Promise<QueueState | undefined>
  /** Of how many settings the audit log does not say what the database has. Above 0 is trouble. */
  readonly settingsNotWritten: () => Promise<number>
}

/** Declares every metric of this service. */
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
  gauge('payments_deposit_queue', 'Deposit requests that wait for a decision', 'deposits')
  gauge('payments_deposit_queue_oldest_seconds', 'Age of the oldest of them', 'oldestDepositSeconds')
  gauge('payments_deposits_owed', 'Approved deposits whose credit is not booked yet', 'depositsOwed')
  gauge('payments_withdrawal_queue', 'Withdrawals that wait for a decision', 'withdrawals')
  gauge('payments_withdrawal_queue_oldest_seconds', 'Age of the oldest of them', 'oldestWithdrawalSeconds')
  gauge('payments_withdrawals_owed', 'Ended withdrawals whose payment or return is not booked yet', 'withdrawalsOwed')
  gauge('payments_holds_unclear', 'Withdrawals whose hold has an unknown outcome', 'holdsUnclear')
}

import type { BusUser } from '@kismet/contracts'
import type { Msg, NatsConnection } from '@nats-io/nats-core'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import type { BusMetrics } from '../metrics.ts'
import type { TurnEnd } from './turn-end.ts'

export interface BusParts {
  readonly url: string
  readonly service: BusUser
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: BusMetrics
}

/** The connection of a service, as all parts of its bus share it. */
export interface Line extends BusParts {
  readonly nats: NatsConnection
  readonly turnEnd: TurnEnd
  /** NATS does not let this process hear a subject. */
  readonly onRefused: (subject: string, error: Error) => void
}

/**
 * Subscribes to a subject. A message on which `receive` throws is logged and dropped, so that a
 * message cannot end a subscription or the process.
 * @param queue each message goes to one listener of a queue
 * @returns ends the subscription after the messages that have arrived
 */
export function listen(
  { nats, log, onRefused }: Line,
  subject: string,
  receive: (message: Msg) => void,
  queue?: string,
): () => Promise<void> {
  const subscription = nats.subscribe(subject, {
    ...(queue === undefined ? {} : { queue }),
    callback: (refusal, message) => {
      if (refusal !== null) {
        onRefused(subject, refusal)
        return
      }
      try {
        receive(message)
      } catch (error) {
        log.error({ err: error, subject }, 'dropped a NATS message after an error')
      }
    },
  })
  return async () => {
    if (!subscription.isClosed()) await subscription.drain()
  }
}

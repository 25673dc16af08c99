import type { Msg, NatsConnection } from '@nats-io/nats-core'
import type { Logger } from '../logger.ts'

/** A place on the bus, and where what is wrong with its messages is told. */
export interface Listener {
  readonly nats: NatsConnection
  readonly log: Logger
}

/**
 * Hears a subject. A message that `receive` throws on is logged and dropped: whatever somebody sends, it ends no subscription and no process.
 * @param queue of the listeners with one queue one hears each message
 * @returns ends the subscription after the messages that are here already
 */
export function listen(
  { nats, log }: Listener,
  subject: string,
  receive: (message: Msg) => void,
  queue?: string,
): () => Promise<void> {
  const subscription = nats.subscribe(subject, {
    ...(queue === undefined ? {} : { queue }),
    callback: (refusal, message) => {
      try {
        if (refusal !== null) throw refusal
        receive(message)
      } catch (error) {
        log.error({ err: error, subject }, 'a message of the bus was dropped')
      }
    },
  })
  return () => subscription.drain()
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Msg, NatsConnection, Subscription } from '@nats-io/nats-core'
import type { Logger } from '../logger.ts'

/** A place on the bus, and where what is wrong with its messages is told. */
export interface Listener {
  readonly nats: NatsConnection
  readonly log: Logger
  readonly refused: RefusedSubjects
}

/** What the server has refused is asked for again so often: it may have read the users of a new release meanwhile. */
const askAgainMs = 1_000

/** What the server does not let a process hear at present. */
export class RefusedSubjects {
  readonly #subscriptions = new Set<object>()
  readonly #onNone: () => void

  /** @param onNone told when everything is heard again */
  constructor(onNone: () => void) {
    this.#onNone = onNone
  }

  get size(): number {
    return this.#subscriptions.size
  }

  /** @returns false when it is known already */
  add(subscription: object): boolean {
    if (this.#subscriptions.has(subscription)) return false
    this.#subscriptions.add(subscription)
    return true
  }

  delete(subscription: object): void {
    if (this.#subscriptions.delete(subscription) && this.#subscriptions.size === 0) this.#onNone()
  }
}

/**
 * Subscribes to a subject. A message on which `receive` throws is logged and dropped, so that a
 * message cannot end a subscription or the process. The client forgets a subscription that NATS
 * refuses, so this function subscribes again every second.
 * @param queue each message goes to one listener of a queue
 * @returns ends the subscription after the messages that have arrived
 */
export function listen(
  { nats, log, refused }: Listener,
  subject: string,
  receive: (message: Msg) => void,
  queue?: string,
): () => Promise<void> {
  const ended = new AbortController()
  let isTaken = true
  let subscription = subscribe()

  function subscribe(): Subscription {
    isTaken = true
    return nats.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (refusal, message) => {
        if (refusal !== null) {
          onRefused(refusal)
          return
        }
        try {
          receive(message)
        } catch (error) {
          log.error({ err: error, subject }, 'dropped a NATS message after an error')
        }
      },
    })
  }

  function onRefused(error: Error): void {
    isTaken = false
    if (ended.signal.aborted || !refused.add(ended)) return
    log.error(
      { err: error, subject },
      'NATS refused a subscription; retrying every second. Check that NATS has loaded the users of this release',
    )
    void askAgain()
  }

  async function askAgain(): Promise<void> {
    do {
      await delay(askAgainMs, undefined, { signal: ended.signal }).catch(() => undefined)
      if (ended.signal.aborted || nats.isClosed()) return
      subscription = subscribe()
      // The server answers in order: what it refuses it has refused by then.
      await nats.flush().catch(() => {
        subscription.unsubscribe()
        isTaken = false
      })
    } while (!isTaken)
    log.info({ subject }, 'NATS accepted the subscription after a retry')
    refused.delete(ended)
  }

  return async () => {
    ended.abort()
    refused.delete(ended)
    if (!subscription.isClosed()) await subscription.drain()
  }
}

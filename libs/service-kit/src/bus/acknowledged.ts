import { inboxPrefix } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import { createInbox, headers } from '@nats-io/nats-core'
import type { Msg, NatsConnection } from '@nats-io/nats-core'
import { z } from 'zod'

export interface StreamMessage {
  readonly subject: string
  /** Makes a second sending harmless. */
  readonly id: string
  readonly body: string
}

/** What JetStream answers to a message that it keeps, or why it does not. */
const Acknowledgement = z.object({
  stream: z.string().optional(),
  error: z.object({ description: z.string().optional() }).optional(),
})

/**
 * Publishes messages to a stream at once and waits until each is acknowledged: one subscription and one timer for all of them, where a request each costs
 * several times as much. @throws Error when one is not acknowledged; the others may have been kept.
 */
export async function publishAcknowledged(
  nats: NatsConnection,
  service: ServiceName,
  messages: readonly StreamMessage[],
  timeoutMs: number,
): Promise<void> {
  const inbox = createInbox(inboxPrefix(service))
  const waiting = new Set(messages.map((_message, index) => `${inbox}.${index}`))
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  // Nobody waits for it when publishing itself throws.
  promise.catch(() => undefined)
  const receive = (message: Msg): void => {
    const refusal = refusalOf(message)
    if (refusal !== undefined) reject(new Error(`A fact was not kept: ${refusal}`))
    waiting.delete(message.subject)
    if (waiting.size === 0) resolve(undefined)
  }
  const timer = setTimeout(
    () => reject(new Error(`${waiting.size} of ${messages.length} facts were not acknowledged`)),
    timeoutMs,
  )
  const subscription = nats.subscribe(`${inbox}.*`, {
    callback: (error, message) => (error === null ? receive(message) : reject(error)),
  })
  try {
    messages.forEach(({ subject, id, body }, index) => {
      const named = headers()
      named.set('Nats-Msg-Id', id)
      nats.publish(subject, body, { reply: `${inbox}.${index}`, headers: named })
    })
    if (messages.length > 0) await promise
  } finally {
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}

function refusalOf(message: Msg): string | undefined {
  if (message.headers?.code === 503) return 'no stream takes it'
  const { stream, error } = Acknowledgement.parse(message.json())
  if (error !== undefined) return error.description ?? 'the stream has refused it'
  return stream === undefined ? 'the answer is no acknowledgement' : undefined
}

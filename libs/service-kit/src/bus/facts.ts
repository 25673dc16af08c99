import { factStream } from '@kismet/contracts'
import type { FactShape, ServiceName } from '@kismet/contracts'
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { ConsumerMessages, JetStreamClient, JsMsg } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/nats-core'
import type { z } from 'zod'
import type { Logger } from '../logger.ts'
import { publishAcknowledged } from './acknowledged.ts'

const nanosecondsPerMs = 1_000_000
const ackTimeoutMs = 5_000
const redeliverAfterMs = 30_000
const maxUnacknowledged = 256

/** A fact on its way, its payload in the wire form. */
export interface WireFact {
  readonly subject: string
  readonly id: string
  readonly payload: unknown
}

export function wireFact<F extends FactShape>(
  { subject, payload }: F,
  id: string,
  value: z.output<F['payload']>,
): WireFact {
  return { subject, id, payload: payload.encode(value) }
}

/** Publishes and consumes facts. JetStream carries them; their record is the PostgreSQL table that they come from. */
export class Facts {
  readonly #nats: NatsConnection
  readonly #service: ServiceName
  readonly #log: Logger
  readonly #client: JetStreamClient
  readonly #consuming: ConsumerMessages[] = []
  #stream: Promise<void> | undefined

  constructor(nats: NatsConnection, service: ServiceName, log: Logger) {
    this.#nats = nats
    this.#service = service
    this.#log = log
    this.#client = jetstream(nats)
  }

  /**
   * Publishes facts in their order and waits for all their acknowledgements. The id of each makes a second sending harmless.
   * @throws Error when one is not acknowledged; all may be sent again.
   */
  async publish(facts: readonly WireFact[]): Promise<void> {
    await this.#ensureStream()
    const messages = facts.map(({ subject, id, payload }) => ({ subject, id, body: JSON.stringify(payload) }))
    await publishAcknowledged(this.#nats, this.#service, messages, ackTimeoutMs)
  }

  /** Gives each fact to `consume`, in order, until the service stops. One that throws comes again later: `consume` must be idempotent by `id`. */
  async consume<F extends FactShape>(
    facts: readonly F[],
    consume: (fact: F, id: string, payload: z.output<F['payload']>) => Promise<void>,
  ): Promise<void> {
    await this.#ensureStream()
    const manager = await jetstreamManager(this.#nats, { checkAPI: false })
    await manager.consumers.add(factStream.name, {
      durable_name: this.#service,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      filter_subjects: facts.map((fact) => fact.subject),
      ack_wait: redeliverAfterMs * nanosecondsPerMs,
      max_ack_pending: maxUnacknowledged,
    })
    const consumer = await this.#client.consumers.get(factStream.name, this.#service)
    const messages = await consumer.consume({ max_messages: maxUnacknowledged })
    this.#consuming.push(messages)
    void this.#work(messages, facts, consume)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#consuming.map((messages) => messages.close()))
  }

  async #work<F extends FactShape>(
    messages: ConsumerMessages,
    facts: readonly F[],
    consume: (fact: F, id: string, payload: z.output<F['payload']>) => Promise<void>,
  ): Promise<void> {
    for await (const message of messages) {
      const fact = facts.find((candidate) => candidate.subject === message.subject)
      const id = message.headers?.get('Nats-Msg-Id')
      try {
        if (fact !== undefined && id !== undefined)
          await consume(fact, id, fact.payload.decode(message.json()) as z.output<F['payload']>)
        message.ack()
      } catch (error) {
        this.#retryLater(message, error)
      }
    }
  }

  #retryLater(message: JsMsg, error: unknown): void {
    this.#log.error({ err: error, subject: message.subject }, 'a fact could not be consumed; it comes again')
    message.nak(Math.min(1_000 * 2 ** Math.min(message.info.deliveryCount, 6), 60_000))
  }

  #ensureStream(): Promise<void> {
    this.#stream ??= this.#createStream().catch((error: unknown) => {
      this.#stream = undefined
      throw error
    })
    return this.#stream
  }

  async #createStream(): Promise<void> {
    const manager = await jetstreamManager(this.#nats, { checkAPI: false })
    const config = {
      name: factStream.name,
      subjects: [...factStream.subjects],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: factStream.maxAgeMs * nanosecondsPerMs,
      max_bytes: factStream.maxBytes,
      duplicate_window: 120_000 * nanosecondsPerMs,
    }
    try {
      await manager.streams.info(factStream.name)
    } catch {
      await manager.streams.add(config)
    }
  }
}

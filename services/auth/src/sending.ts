import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@kismet/service-kit/logger'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import PQueue from 'p-queue'

const atOnce = 4
const everyMs = 1_000

interface SendingParts<Item> {
  /** Of the loop, in logs. */
  readonly name: string
  readonly log: Logger
  /** Claims at most `limit` items that are due. */
  readonly claim: (limit: number) => Promise<readonly Item[]>
  readonly deliver: (item: Item) => Promise<void>
  /** Called after an error of `deliver`. The item is due again once its claim ends. */
  readonly onError: (error: unknown, item: Item) => void
}

/** Sends what waits in the database, a few items at once. */
export class Sending<Item> {
  readonly #parts: SendingParts<Item>
  readonly #queue = new PQueue({ concurrency: atOnce })
  #loop: Loop | undefined

  constructor(parts: SendingParts<Item>) {
    this.#parts = parts
  }

  /** Sends what waits, soon. */
  wake(): void {
    this.#loop?.wake()
  }

  start(): Loop {
    this.#loop = startLoop(this.#parts.name, everyMs, this.#parts.log, () => this.#sendDue())
    return this.#loop
  }

  /** Waits for items that are being sent, for `withinMs` at most. */
  async stop(withinMs: number): Promise<void> {
    await Promise.race([this.#queue.onIdle(), delay(withinMs, undefined, { ref: false })])
  }

  async #sendDue(): Promise<void> {
    const { claim, deliver, onError } = this.#parts
    const limit = atOnce - this.#queue.pending
    if (limit === 0) return
    for (const item of await claim(limit))
      void this.#queue
        .add(() => deliver(item))
        .catch((error: unknown) => onError(error, item))
        .finally(() => this.wake())
  }
}

import type { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { Logger } from '@kismet/service-kit/logger'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Announcer } from '../announcer.ts'
import type { Chains } from '../chains.ts'
import type { AviatorContext } from '../context.ts'
import type { Book } from '../domain/book.ts'
import type { Round } from '../domain/round.ts'
import type { Journal } from '../journal.ts'
import type { Receipts } from '../receipts.ts'

/** A round with its bets. */
export interface Current {
  readonly round: Round
  readonly book: Book
}

/** What the leader of a term works with. */
export interface TableContext extends AviatorContext {
  readonly table: Table
  readonly journal: Journal
  readonly announcer: Announcer
  readonly receipts: Receipts
  readonly chains: Chains
  /** Bets of one player are placed one after the other. */
  readonly betQueue: BoundedQueue
  /** The bounded queue for refunds. Each stake is returned by its own call. */
  readonly refunds: BoundedQueue
  /** Aborted when this leader must not ask the wallet any more. */
  readonly over: AbortSignal
}

/** The current round of a leader. Only the leader changes it. */
export class Table {
  /** Undefined before the first round of all. */
  current: Current | undefined
  readonly #work = new Set<Promise<void>>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  /** Runs work in the background. The next leader does the rest when the term ends. */
  inBackground(work: Promise<unknown>): void {
    const done: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => {
        if (isRefusal(error, 'unavailable')) return
        this.#log.error({ err: error }, 'a task of a round failed; the next leader retries')
      })
      .finally(() => this.#work.delete(done))
    this.#work.add(done)
  }

  /** Resolves when all background work is done. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work)
  }
}

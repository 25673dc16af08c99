import { Deposed } from '@kismet/service-kit/leader-session'
import type { Gate } from '@kismet/service-kit/gate'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Announcer } from '../announcer.ts'
import type { Chains } from '../chains.ts'
import type { AviatorContext } from '../context.ts'
import type { PastRound } from '../db/read-rounds.ts'
import type { Book } from '../domain/book.ts'
import type { Feed } from '../domain/feed.ts'
import type { Round } from '../domain/round.ts'
import type { Journal } from '../journal.ts'
import type { Receipts } from '../receipts.ts'
import type { Settler } from '../settler.ts'

/** A round with its bets. */
export interface Current {
  readonly round: Round
  readonly book: Book
}

/** What the leader of a term works with. */
export interface TableContext extends AviatorContext {
  readonly table: Table
  readonly journal: Journal
  readonly settler: Settler
  readonly announcer: Announcer
  readonly receipts: Receipts
  readonly chains: Chains
  readonly feed: Feed
  /** Bets of one player are placed one after the other. */
  readonly turns: Gate
}

/** What stands on the table of a leader, which it alone changes. */
export class Table {
  /** Undefined before the first round of all. */
  current: Current | undefined
  /** Crashed rounds, newest first. */
  past: readonly PastRound[]
  readonly #work = new Set<Promise<void>>()

  constructor(past: readonly PastRound[]) {
    this.past = past
  }

  /** Runs work in the background. The next leader does the rest when the term ends. */
  inBackground(log: AviatorContext['log'], work: Promise<unknown>): void {
    const logged = work.then(
      () => undefined,
      (error: unknown) => {
        const isLeft = error instanceof Deposed || isRefusal(error, 'unavailable')
        if (!isLeft) log.error({ err: error }, 'a task of a round failed; the next leader retries')
      },
    )
    const done: Promise<void> = logged.finally(() => this.#work.delete(done))
    this.#work.add(done)
  }

  /** Resolves when all background work is done. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work)
  }
}

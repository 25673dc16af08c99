import { setTimeout as delay } from 'node:timers/promises'
import { isDataRefused } from '@kismet/service-kit/database'
import { Deposed, openLeaderSession } from '@kismet/service-kit/leader-session'
import type { LeaderSession } from '@kismet/service-kit/leader-session'
import type { Term } from '@kismet/service-kit/leadership'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import { steadyPlans } from '@kismet/service-kit/steady-plans'
import type { QueryConfig } from 'pg'
import { askedQuery, decidedQuery, droppedQuery, endedQuery, openedQuery, releasedQuery } from './db/write-bets.ts'
import type { EndedBet } from './db/write-bets.ts'
import { moveRoundQuery, openRoundQuery, phaseQuery } from './db/write-rounds.ts'
import type { Bet } from './domain/book.ts'
import type { Round } from './domain/round.ts'

export interface JournalOptions {
  readonly url: string
  readonly term: Term
  readonly log: Logger
}

interface Entry<Item> {
  readonly item: Item
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
type Queue<Item> = Entry<Item>[]

/** What one batch writes, in this order. A round comes after all that was asked for before it. */
interface Batch {
  readonly asked: Queue<Bet>
  readonly opened: Queue<Bet>
  readonly released: Queue<Bet>
  readonly dropped: Queue<Bet>
  readonly decided: Queue<Bet>
  readonly ended: Queue<EndedBet>
  readonly rounds: Queue<Round>
}

const name = 'aviator rounds'
const queryTimeoutMs = 5_000
const settings = {
  ...steadyPlans,
  statement_timeout: '4s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '4s',
}
/** Bets of a kind in one batch, and those that may wait to be placed: one more is refused. */
const maxBatch = 1_024
const maxAsked = 8_192
const retryPauseMs = 100

const itemsOf = <Item>(queue: Queue<Item>) => queue.map(({ item }) => item)
const emptyBatch = (): Batch => ({
  ...{ asked: [], opened: [], released: [], dropped: [], decided: [], ended: [], rounds: [] },
})

/**
 * Writes the decisions of a leader in batches, on one connection that terminates those of former
 * leaders. Entries that arrive during a batch form the next batch, which is one commit. The steps
 * of a bet are written in their order. A failed batch is retried until the term ends. A batch that
 * the database refuses is written entry by entry, and only the bad entries are refused.
 */
export class Journal {
  readonly #options: JournalOptions
  #waiting = emptyBatch()
  #session: LeaderSession | undefined
  #writing: Promise<void> | undefined

  private constructor(options: JournalOptions) {
    this.#options = options
  }

  /**
   * Opens the journal. Afterwards only this leader can write.
   * @throws Deposed, NotDurable, or an Error when a previous connection stays open
   */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options)
    await journal.#connected()
    return journal
  }

  /** @throws Refusal `unavailable` when too many wait */
  asked(bet: Bet): Promise<void> {
    if (this.#waiting.asked.length >= maxAsked) return Promise.reject(new Refusal('unavailable'))
    return this.#add(this.#waiting.asked, [bet])
  }

  opened(bet: Bet): Promise<void> {
    return this.#add(this.#waiting.opened, [bet])
  }

  released(bets: readonly Bet[]): Promise<void> {
    return this.#add(this.#waiting.released, bets)
  }

  dropped(bet: Bet): Promise<void> {
    return this.#add(this.#waiting.dropped, [bet])
  }

  decided(bets: readonly Bet[]): Promise<void> {
    return this.#add(this.#waiting.decided, bets)
  }

  ended(bets: readonly EndedBet[]): Promise<void> {
    return this.#add(this.#waiting.ended, bets)
  }

  /** Writes what a round has become, after all that was asked for before. @throws Deposed when it is not this leader's any more */
  round(round: Round): Promise<void> {
    return this.#add(this.#waiting.rounds, [round])
  }

  /** Writes what waits, then ends the connection. */
  async close(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    await this.#session?.close()
  }

  async #add<Item>(queue: Queue<Item>, items: readonly Item[]): Promise<void> {
    const added = items.map((item) => new Promise<void>((resolve, reject) => queue.push({ item, resolve, reject })))
    this.#wake()
    await Promise.all(added)
  }

  #wake(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
      if (sizeOf(this.#waiting) > 0) this.#wake()
    })
  }

  async #write(): Promise<void> {
    // All that is being read from the bus in this turn of the event loop goes into the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    await this.#writeOut(this.#take())
  }

  async #writeOut(batch: Batch): Promise<void> {
    for (;;) {
      const fate = await this.#attempt(batch)
      if (fate === 'over') return
      if (fate === 'refused') {
        for (const part of partsOf(batch)) await this.#writeOut(part)
        return
      }
      await delay(retryPauseMs)
    }
  }

  #take(): Batch {
    const { rounds, ...bets } = this.#waiting
    const isWhole = Object.values(bets).every((queue) => queue.length <= maxBatch)
    return {
      asked: bets.asked.splice(0, maxBatch),
      opened: bets.opened.splice(0, maxBatch),
      released: bets.released.splice(0, maxBatch),
      dropped: bets.dropped.splice(0, maxBatch),
      decided: bets.decided.splice(0, maxBatch),
      ended: bets.ended.splice(0, maxBatch),
      rounds: isWhole ? rounds.splice(0, 1) : [],
    }
  }

  /** @returns `lost` when the batch has to be written again, `refused` when its entries have to be written one by one */
  async #attempt(batch: Batch): Promise<'over' | 'lost' | 'refused'> {
    const { term, log } = this.#options
    try {
      if (term.signal.aborted) throw new Deposed(term.fence)
      const { client } = await this.#connected()
      await this.#send(client, batch)
      for (const entry of entriesOf(batch)) entry.resolve()
      return 'over'
    } catch (error) {
      const isRefused = isDataRefused(error)
      if (isRefused && sizeOf(batch) > 1) return 'refused'
      if (error instanceof Deposed || isRefused) {
        for (const entry of entriesOf(batch)) entry.reject(error)
        if (!(error instanceof Deposed)) log.error({ err: error }, 'the database refused the result of a round')
        return 'over'
      }
      log.warn({ err: error, entries: sizeOf(batch) }, 'a batch of a round failed; retrying')
      const session = this.#session
      this.#session = undefined
      void session?.close()
      return 'lost'
    }
  }

  async #send(client: LeaderSession['client'], batch: Batch): Promise<void> {
    const { fence } = this.#options.term
    const [round] = itemsOf(batch.rounds)
    const queries = [...betQueries(batch), ...(round === undefined ? [] : roundQueries(fence, round))]
    if (queries.length > 1) queries.splice(0, queries.length, { text: 'BEGIN' }, ...queries, { text: 'COMMIT' })
    client.connection.stream.cork()
    const answers = queries.map((query) => client.query<{ phase: string }>(query))
    client.connection.stream.uncork()
    const results = await Promise.allSettled(answers)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    const asked = results.at(-2)
    const stands = asked?.status === 'fulfilled' ? asked.value.rows[0]?.phase : undefined
    if (round !== undefined && stands !== round.phase) throw new Deposed(fence)
  }

  async #connected(): Promise<LeaderSession> {
    if (this.#session?.isLost() === false) return this.#session
    const { url, term, log } = this.#options
    const place = { url, schema: 'aviator', settings, queryTimeoutMs }
    this.#session = await openLeaderSession({ ...place, name, ends: [name], fence: term.fence, log })
    return this.#session
  }
}

function betQueries(batch: Batch): QueryConfig[] {
  const queries: QueryConfig[] = []
  if (batch.asked.length > 0) queries.push(askedQuery(itemsOf(batch.asked)))
  if (batch.opened.length > 0) queries.push(openedQuery(itemsOf(batch.opened)))
  if (batch.released.length > 0) queries.push(releasedQuery(itemsOf(batch.released)))
  if (batch.dropped.length > 0) queries.push(droppedQuery(itemsOf(batch.dropped)))
  if (batch.decided.length > 0) queries.push(decidedQuery(itemsOf(batch.decided)))
  if (batch.ended.length > 0) queries.push(endedQuery(itemsOf(batch.ended)))
  return queries
}

function roundQueries(fence: number, round: Round): QueryConfig[] {
  const write = round.phase === 'betting' ? openRoundQuery(fence, round.commitment) : moveRoundQuery(fence, round)
  return [write, phaseQuery(round.commitment.roundNumber)]
}

const entriesOf = (batch: Batch): Pick<Entry<unknown>, 'resolve' | 'reject'>[] =>
  Object.values<Pick<Entry<unknown>, 'resolve' | 'reject'>[]>({ ...batch }).flat()
/** Each entry by itself, in the order in which a batch writes them. */
function partsOf(batch: Batch): Batch[] {
  const partsOfQueue = (kind: keyof Batch) => batch[kind].map((entry) => ({ ...emptyBatch(), [kind]: [entry] }))
  return (Object.keys(emptyBatch()) as (keyof Batch)[]).flatMap(partsOfQueue)
}
const sizeOf = (batch: Batch): number => entriesOf(batch).length

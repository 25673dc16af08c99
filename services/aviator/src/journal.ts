import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { steadyPlans } from '@kismet/service-kit/database'
import { outcomeOf } from '@kismet/service-kit/database-failure'
import { Deposed, openLeaderSession } from '@kismet/service-kit/leader-session'
import type { LeaderSession } from '@kismet/service-kit/leader-session'
import type { Term } from '@kismet/service-kit/leadership'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import type { QueryConfig } from 'pg'
import { betsQuery, dropsQuery } from './db/write-bets.ts'
import { roundQuery } from './db/write-rounds.ts'
import type { Bet } from './domain/book.ts'
import type { Round } from './domain/round.ts'

export interface JournalOptions {
  readonly url: string
  readonly term: Term
  readonly log: Logger
}

type Write = { readonly bet: Bet } | { readonly dropped: Bet } | { readonly round: Round }
type Entry = Write & { readonly resolve: () => void; readonly reject: (error: unknown) => void }

const name = 'aviator rounds'
const queryTimeoutMs = 5_000
const settings = {
  ...steadyPlans,
  statement_timeout: '4s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '4s',
}
const maxBatch = 1_024
const retryPauseMs = 100

/**
 * Writes the decisions of a leader in batches, on one connection that terminates those of former
 * leaders. Entries that arrive during a batch form the next batch, which is one commit. Entries are
 * written in their order. A failed batch is retried until the term ends. A batch that the database
 * refuses is written entry by entry, and only the bad entries are refused.
 */
export class Journal {
  readonly #options: JournalOptions
  #waiting: Entry[] = []
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

  /** Writes bets as they are now. @throws Refusal `unavailable` when another process leads */
  async bets(bets: readonly Bet[]): Promise<void> {
    await Promise.all(bets.map((bet) => this.#add({ bet })))
  }

  /** Deletes a bet that was not accepted. @throws Refusal as `bets` */
  drop(dropped: Bet): Promise<void> {
    return this.#add({ dropped })
  }

  /** Writes what a round has become. @throws Refusal as `bets` */
  round(round: Round): Promise<void> {
    return this.#add({ round })
  }

  /** Writes what waits, then ends the connection. */
  async close(): Promise<void> {
    await this.#writing
    await this.#session?.close()
  }

  #add(write: Write): Promise<void> {
    const written = new Promise<void>((resolve, reject) => this.#waiting.push({ ...write, resolve, reject }))
    this.#writing ??= this.#writeAll()
    return written
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // All that is being read from the bus in this turn of the event loop goes into the first batch.
      await nextTurn()
      await this.#write(this.#take())
    }
    this.#writing = undefined
  }

  /** A batch ends with a round at the latest, because a round comes after all bets of its batch. */
  #take(): Entry[] {
    const round = this.#waiting.findIndex((entry) => 'round' in entry)
    return this.#waiting.splice(0, Math.min(maxBatch, round === -1 ? maxBatch : round + 1))
  }

  async #write(batch: readonly Entry[]): Promise<void> {
    const { term, log } = this.#options
    for (;;) {
      try {
        if (term.signal.aborted) throw new Deposed(term.fencingToken)
        await send((await this.#connected()).client, queriesOf(batch, term.fencingToken))
        for (const { resolve } of batch) resolve()
        return
      } catch (error) {
        const isRefused = outcomeOf(error) === 'refused'
        if (isRefused && batch.length > 1) {
          for (const entry of batch) await this.#write([entry])
          return
        }
        if (isRefused) log.error({ err: error }, 'the database refused the result of a round')
        if (isRefused || error instanceof Deposed) {
          for (const { reject } of batch) reject(isRefused ? error : new Refusal('unavailable'))
          return
        }
        log.warn({ err: error, entries: batch.length }, 'a batch of a round failed; retrying')
        void this.#session?.close()
        this.#session = undefined
        await delay(retryPauseMs)
      }
    }
  }

  async #connected(): Promise<LeaderSession> {
    if (this.#session?.isLost() === false) return this.#session
    const { url, term, log } = this.#options
    const place = { url, schema: 'aviator', settings, queryTimeoutMs }
    this.#session = await openLeaderSession({ ...place, name, ends: [name], fencingToken: term.fencingToken, log })
    return this.#session
  }
}

/** The statements of a batch, in this order: bets, deletions, the round. */
function queriesOf(batch: readonly Entry[], fencingToken: number): QueryConfig[] {
  const bets = batch.flatMap((entry) => ('bet' in entry ? [entry.bet] : []))
  const dropped = batch.flatMap((entry) => ('dropped' in entry ? [entry.dropped] : []))
  const rounds = batch.flatMap((entry) => ('round' in entry ? [roundQuery(fencingToken, entry.round)] : []))
  return [
    ...(bets.length === 0 ? [] : [betsQuery(bets)]),
    ...(dropped.length === 0 ? [] : [dropsQuery(dropped)]),
    ...rounds,
  ]
}

/** Sends queries as one transaction, without waiting for the answers of those before. */
async function send(client: LeaderSession['client'], queries: readonly QueryConfig[]): Promise<void> {
  const all = queries.length === 1 ? queries : [{ text: 'BEGIN' }, ...queries, { text: 'COMMIT' }]
  client.connection.stream.cork()
  const answers = all.map((query) => client.query(query))
  client.connection.stream.uncork()
  const failed = (await Promise.allSettled(answers)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

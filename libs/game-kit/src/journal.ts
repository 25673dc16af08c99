import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import type { Clock } from '@kismet/service-kit/clock'
import { endClient } from '@kismet/service-kit/database'
import { FlowMap } from '@kismet/service-kit/flow-map'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import { claimQuery, claimsOf } from './db/claim.ts'
import type { ClaimRow, Draft } from './db/claim.ts'
import { moveQuery, stepQuery } from './db/lasting.ts'
import type { Move, MoveRow } from './db/lasting.ts'
import { recordQuery } from './db/record.ts'
import type { RecordRow } from './db/record.ts'
import { freeSeatsQuery, leasedUntilMs } from './db/seats.ts'
import type { FreeSeatRow } from './db/seats.ts'
import { openSession } from './db/session.ts'
import type { Session } from './db/session.ts'
import { addTo, entriesOf, failureOf, isStep, rejectAll, seatOf, Waiting } from './journal-batch.ts'
import type { Batch } from './journal-batch.ts'
import type { Claim, EndedPlay } from './plays.ts'

export interface JournalOptions {
  readonly url: string
  readonly schema: string
  readonly clock: Clock
  readonly log: Logger
  /** Versions of each game that can be played, as `game version`. */
  readonly known: readonly string[]
  /** Told after each commit that has ended plays. */
  readonly onEnded: () => void
}

/** What waits; a claim or a move more is refused. Each claim makes one record at most, so records need no limit of their own. */
const maxWaiting = 4_096
/** A read waits for so long for ends that it has to show. */
const readPatienceMs = 2_000
/** A batch that takes longer is written again on another session: the connection may hang. After one that was late the next has twice the time, because the database may be slow. */
const firstLateMs = 500
const lastLateMs = 4_000
const retryPauseMs = 100
/** How long results wait for claims that share their commit, and for locked seats. */
const lingerMs = 5
const lockedPauseMs = 100

/**
 * Writes the claims, moves and results of bets in batches on one connection. The entries that
 * arrive during a batch form the next batch, which is one commit. Claims and moves do not wait. A
 * result was answered already, so it waits some milliseconds for the next claim: then a bet costs
 * one commit here also at low load. In a batch results come before claims, so that a player's next
 * bet does not wait for the previous result. A failed batch is written again; the seats show which
 * entries were written. An entry with a locked seat is left out, so that it does not delay the
 * others.
 */
export class Journal {
  readonly #options: JournalOptions
  readonly #endings = new FlowMap<string, Promise<unknown>>()
  readonly #waiting = new Waiting()
  /** By which its sessions are told from those of other journals. */
  readonly #name = `journal ${randomUUID()}`
  #session: Session | undefined
  #lateAfterMs = firstLateMs
  #writing: Promise<void> | undefined
  /** Runs while ends of plays wait for claims. */
  #linger: NodeJS.Timeout | undefined
  #closing = false

  constructor(options: JournalOptions) {
    this.#options = options
  }

  /**
   * Takes a seat for a bet.
   * @returns undefined when the seat could not be taken
   * @throws Refusal `unavailable` when the queue is full or the database does not answer; the
   * outcome of the claim is unknown
   */
  claim(draft: Draft): Promise<Claim | undefined> {
    return this.#writeNow(() => addTo(this.#waiting.claims, draft))
  }

  /**
   * Writes the opening, a step or the result of a game in progress.
   * @returns false when the game has another state by now
   * @throws Refusal as `claim`
   */
  move(move: Move): Promise<boolean> {
    return this.#writeNow(() => addTo(this.#waiting.moves, move))
  }

  /** Writes the end of a play that the wallet has booked. @returns false when it had ended before */
  record(play: EndedPlay): Promise<boolean> {
    const { playerId } = play
    const recorded = addTo(this.#waiting.records, play)
    // Of all games: an end that waits for its seat stays waited for when another one comes.
    const settled = Promise.allSettled([this.#endings.get(playerId), recorded]).then(() => undefined)
    this.#endings.set(playerId, settled)
    void settled.then(() => {
      if (this.#endings.get(playerId) === settled) this.#endings.delete(playerId)
    })
    this.#wakeSoon()
    return recorded
  }

  /** Waits until the ends of a player's plays that this process knows of can be read. @throws Refusal `unavailable` when the database does not take them */
  async recorded(playerId: string): Promise<void> {
    const ending = this.#endings.get(playerId)
    if (ending === undefined) return
    this.#wake()
    const tooLate = delay(readPatienceMs, 'too late', { ref: false })
    if ((await Promise.race([ending, tooLate])) === 'too late') throw new Refusal('unavailable')
  }

  /** Writes what waits, then ends. What the database does not take now is finished by the sweep after the next start. */
  async close(): Promise<void> {
    this.#closing = true
    while (this.#writing !== undefined || this.#waiting.count > 0) {
      this.#wake()
      await this.#writing
    }
    if (this.#session !== undefined) await endClient(this.#session.client)
  }

  #writeNow<Result>(add: () => Promise<Result>): Promise<Result> {
    if (this.#closing || this.#waiting.count >= maxWaiting) return Promise.reject(new Refusal('unavailable'))
    const written = add()
    this.#wake()
    return written
  }

  #wake(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
      if (this.#waiting.urgent > 0) this.#wake()
      else if (this.#waiting.count > 0) this.#wakeSoon()
    })
  }

  #wakeSoon(): void {
    const areLocked = this.#waiting.records.every(({ failure }) => failure === 'contended')
    this.#linger ??= setTimeout(
      () => {
        this.#linger = undefined
        this.#wake()
      },
      areLocked ? lockedPauseMs : lingerMs,
    )
  }

  async #write(): Promise<void> {
    // All that is being read from the bus in this turn of the event loop goes into the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    do {
      clearTimeout(this.#linger)
      this.#linger = undefined
      let batch = this.#waiting.take()
      if (entriesOf(batch).length === 0) return
      try {
        const session = await this.#connected()
        const startedAt = performance.now()
        if (entriesOf(batch).some(({ failure }) => failure === 'contended'))
          batch = await this.#unlocked(session, batch)
        await this.#attempt(session, batch)
        this.#lateAfterMs = Math.min(lastLateMs, Math.max(firstLateMs, 2 * (performance.now() - startedAt)))
      } catch (error) {
        await this.#afterFailure(batch, error)
      }
    } while (this.#waiting.urgent > 0)
  }

  async #attempt(session: Session, { records, moves, claims }: Batch): Promise<void> {
    const { known, clock } = this.#options
    const plays = records.map(({ item }) => item)
    const drafts = claims.map(({ item }) => item)
    const queries: QueryConfig[] = []
    if (plays.length > 0) queries.push(recordQuery(plays))
    const [steps, changes] = [moves.filter(isStep), moves.filter((move) => !isStep(move))]
    if (steps.length > 0) queries.push(stepQuery(steps.map(({ item }) => item)))
    if (changes.length > 0) queries.push(moveQuery(changes.map(({ item }) => item)))
    if (drafts.length > 0) queries.push(claimQuery(drafts, known, leasedUntilMs(clock.now())))
    const isOne = queries.length === 1
    const rowsOf = await this.#send(session, isOne ? queries : [{ text: 'BEGIN' }, ...queries, { text: 'COMMIT' }])
    const recorded = new Set((rowsOf('record') as RecordRow[]).map(([betId]) => betId))
    if (recorded.size > 0) this.#tellEnded()
    // A play whose end is in the batch twice has ended once.
    for (const { item, resolve } of records) resolve(recorded.delete(item.betId))
    const moved = new Set([...(rowsOf('step') as MoveRow[]), ...(rowsOf('move') as MoveRow[])].map(([betId]) => betId))
    for (const { item, resolve } of moves) resolve(moved.has(item.play.betId))
    claimsOf(drafts, rowsOf('claim') as ClaimRow[]).forEach((claim, index) => claims[index]?.resolve(claim))
  }

  /** A lost event does no harm, because the readers also read from time to time. */
  #tellEnded(): void {
    const { onEnded, log } = this.#options
    try {
      onEnded()
    } catch (error) {
      log.error({ err: error }, 'failed to send the event of ended bets; readers read them later')
    }
  }

  /**
   * The entries of a batch whose seats are unlocked. Claims and moves with a locked seat are
   * answered as not written. Results wait on, unless the service stops.
   */
  async #unlocked(session: Session, batch: Batch): Promise<Batch> {
    const entries = entriesOf(batch)
    const rowsOf = await this.#send(session, [freeSeatsQuery(entries.map(({ item }) => seatOf(item)))])
    const places = new Set((rowsOf('free-seats') as FreeSeatRow[]).map(([place]) => place - 1))
    const free = new Set<unknown>(entries.filter((_entry, index) => places.has(index)))
    const isLocked = (entry: object) => !free.has(entry)
    for (const claim of batch.claims.filter(isLocked)) claim.resolve(undefined)
    for (const move of batch.moves.filter(isLocked)) move.resolve(false)
    const locked = batch.records.filter(isLocked)
    if (this.#closing) rejectAll(locked, new Refusal('unavailable'))
    else this.#waiting.records.push(...locked)
    const isFree = (entry: object) => free.has(entry)
    return {
      records: batch.records.filter(isFree),
      moves: batch.moves.filter(isFree),
      claims: batch.claims.filter(isFree),
    }
  }

  /** Sends queries in one write. @returns what gives the rows of one by its name */
  async #send({ client }: Session, queries: readonly QueryConfig[]): Promise<(name: string) => unknown[]> {
    const limited = queries.map((query) => ({ ...query, query_timeout: this.#lateAfterMs }))
    client.connection.stream.cork()
    const answers = limited.map((query) => client.query<object>(query))
    client.connection.stream.uncork()
    const results = await Promise.allSettled(answers)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    return (name) => {
      const result = results[queries.findIndex((query) => query.name === name)]
      return result?.status === 'fulfilled' ? result.value.rows : []
    }
  }

  /**
   * Queues a failed batch again, before newer entries. Rejects entries that the database refuses,
   * and all entries when the service stops.
   */
  async #afterFailure(batch: Batch, error: unknown): Promise<void> {
    const entries = entriesOf(batch)
    const failure = failureOf(error)
    if (failure === 'data' && entries.length === 1) {
      rejectAll(entries, error)
      return
    }
    this.#options.log.warn({ err: error, failure, entries: entries.length }, 'a batch failed; retrying')
    if (failure === 'lost') {
      this.#dropSession()
      this.#lateAfterMs = Math.min(2 * this.#lateAfterMs, lastLateMs)
      if (this.#closing) {
        rejectAll(entries, new Refusal('unavailable'))
        return
      }
    }
    this.#waiting.putBack(batch, failure)
    if (failure === 'lost') await delay(retryPauseMs)
  }

  async #connected(): Promise<Session> {
    if (this.#session?.isLost() === true) this.#dropSession()
    this.#session ??= await openSession({ ...this.#options, name: this.#name })
    return this.#session
  }

  #dropSession(): void {
    if (this.#session !== undefined) void endClient(this.#session.client)
    this.#session = undefined
  }
}

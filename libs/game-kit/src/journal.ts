import { setTimeout as delay } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import { FlowMap } from '@kismet/service-kit/flow-map'
import { isContention, isDataRefused } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import { claimQuery, claimsOf } from './db/claim.ts'
import type { ClaimRow, Draft } from './db/claim.ts'
import { recordQuery } from './db/record.ts'
import type { RecordRow } from './db/record.ts'
import { leasedUntilMs } from './db/seats.ts'
import { openSession } from './db/session.ts'
import type { Session } from './db/session.ts'
import type { Clock } from '@kismet/service-kit/clock'
import type { Claim, SettledPlay } from './plays.ts'

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

interface Waiting<Item, Result> {
  readonly item: Item
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface Batch {
  readonly records: readonly Waiting<SettledPlay, boolean>[]
  readonly claims: readonly Waiting<Draft, Claim | undefined>[]
}

const maxBatch = 256
/** Claims and records that wait; a claim more is refused. Each claim makes one record at most, so records need no limit of their own. */
const maxWaiting = 4_096
/** The sender of a claim that could not be written for so long is told so. A record stays until it is written: the wallet has booked it. */
const claimPatienceMs = 3_000
const retryPauseMs = 100
/** An entry that waits for a lock is tried again after so long, apart from all others. */
const apartPauseMs = 500
/** How long ends of plays wait for claims to share a commit with, when nobody asks for them. */
const lingerMs = 5
/** What a failed batch means. `lost`: whether it was written is not known, or nothing in it is to blame. `data`: the database does not take an entry of it. */
function failureOf(error: unknown): 'contended' | 'lost' | 'data' {
  if (isContention(error)) return 'contended'
  return isDataRefused(error) || error instanceof TypeError || error instanceof RangeError ? 'data' : 'lost'
}

/**
 * Writes the claims and the ends of plays in batches, on one connection: what waits while a batch is in the database forms the next one, and all of it shares one
 * commit. A claim never waits for company; the end of a play, which has been answered, waits some milliseconds for the next claim, so that at low load too a
 * bet costs one commit here. In a batch ends come before claims, so that the next play of a player, who has seen the end of the play before, never waits for more
 * than the batch that it is in itself. An entry whose seat somebody else keeps locked waits apart, so that it holds nobody up.
 */
export class Journal {
  readonly #options: JournalOptions
  readonly #endings = new FlowMap<string, Promise<unknown>>()
  #records: Waiting<SettledPlay, boolean>[] = []
  #claims: Waiting<Draft, Claim | undefined>[] = []
  /** Entries whose seats are locked, one in each batch. */
  #apart: Batch[] = []
  /** Runs while those are not to be tried. */
  #apartPause: NodeJS.Timeout | undefined
  #session: Session | undefined
  #lost: Session['backend'] | undefined
  #writing: Promise<void> | undefined
  /** Runs while ends of plays wait for claims. */
  #linger: NodeJS.Timeout | undefined
  #closing = false

  constructor(options: JournalOptions) {
    this.#options = options
  }

  /**
   * Takes a seat for a play. @returns undefined when that seat could not be taken: whoever asks has to look at it
   * @throws Refusal `unavailable` when too much waits, or nothing is heard of the database; the claim may have been written all the same
   */
  claim(draft: Draft): Promise<Claim | undefined> {
    if (this.#closing || this.#claims.length + this.#records.length + this.#apart.length >= maxWaiting)
      return Promise.reject(new Refusal('unavailable'))
    return new Promise((resolve, reject) => {
      this.#claims.push({ item: draft, since: this.#options.clock.now(), resolve, reject })
      this.#wake()
    })
  }

  /** Writes the end of a play that the wallet has booked. @returns false when it had ended before */
  record(play: SettledPlay): Promise<boolean> {
    const { playerId } = play
    const written = new Promise<boolean>((resolve, reject) => {
      this.#records.push({ item: play, since: this.#options.clock.now(), resolve, reject })
      if (this.#records.length >= maxBatch) this.#wake()
      else this.#wakeSoon()
    })
    const settled = written.then(
      () => undefined,
      () => undefined,
    )
    this.#endings.set(playerId, settled)
    void settled.then(() => {
      if (this.#endings.get(playerId) === settled) this.#endings.delete(playerId)
    })
    return written
  }

  /** Waits until the ends of a player's plays that this process knows of can be read. */
  async recorded(playerId: string): Promise<void> {
    const ending = this.#endings.get(playerId)
    if (ending !== undefined) this.#wake()
    await ending
  }

  /** Writes what waits, then ends. What the database does not take now is finished by the sweep after the next start. */
  async close(): Promise<void> {
    this.#closing = true
    this.#endApartPause()
    do {
      this.#wake()
      await this.#writing
    } while (this.#records.length + this.#claims.length + this.#apart.length > 0)
    await this.#session?.client.end().catch(() => undefined)
  }

  #wake(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
      const isApartDue = this.#apart.length > 0 && this.#apartPause === undefined
      if (this.#claims.length > 0 || isApartDue) this.#wake()
      else if (this.#records.length > 0) this.#wakeSoon()
    })
  }

  #wakeSoon(): void {
    this.#linger ??= setTimeout(() => {
      this.#linger = undefined
      this.#wake()
    }, lingerMs)
  }

  async #write(): Promise<void> {
    // All that is being read from the bus in this turn of the event loop goes into the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    do {
      clearTimeout(this.#linger)
      this.#linger = undefined
      this.#expire()
      const records = this.#records.splice(0, maxBatch)
      const claims = this.#claims.splice(0, maxBatch - records.length)
      await this.#commit({ records: inOrder(records, playerOfPlay), claims: inOrder(claims, playerOfDraft) })
      await this.#commitApart()
    } while (this.#claims.length > 0 || this.#records.length >= maxBatch)
  }

  /** Tries what waits apart, until one is still locked. */
  async #commitApart(): Promise<void> {
    for (let tries = this.#apart.length; tries > 0 && this.#apartPause === undefined; tries -= 1) {
      const batch = this.#apart.shift()
      if (batch !== undefined) await this.#commit(batch)
    }
  }

  #setApart(batch: Batch): void {
    this.#apart.push(batch)
    this.#apartPause ??= setTimeout(() => {
      this.#endApartPause()
      this.#wake()
    }, apartPauseMs)
  }

  #endApartPause(): void {
    clearTimeout(this.#apartPause)
    this.#apartPause = undefined
  }

  /** Writes a batch, whatever happens on the way, and answers it; an entry that is locked goes on waiting apart. */
  async #commit(batch: Batch): Promise<void> {
    const { log } = this.#options
    let left = this.#unexpired(batch)
    while (sizeOf(left) > 0) {
      try {
        const session = await this.#connected()
        // Connecting may have taken long.
        left = this.#unexpired(left)
        if (sizeOf(left) > 0) await this.#attempt(session, left)
        return
      } catch (error) {
        const failure = failureOf(error)
        if (failure === 'data' && sizeOf(left) === 1) {
          rejectAll(left, error)
          return
        }
        if (failure === 'data') return this.#commitParts(left)
        log.warn({ err: error, claims: left.claims.length, records: left.records.length }, 'a batch is written again')
        // What was not written when the service stops is not tried again.
        if (this.#closing) rejectAll(left, new Refusal('unavailable'))
        if (failure === 'lost') await this.#dropSession()
        if (this.#closing) return
        this.#expire()
        left = this.#unexpired(left)
        if (failure === 'contended' && sizeOf(left) > 1) return this.#commitParts(left)
        if (failure === 'contended') {
          // Its claim may have been too old to go on.
          if (sizeOf(left) === 1) this.#setApart(left)
          return
        }
      }
    }
  }

  async #attempt({ client }: Session, { records, claims }: Batch): Promise<void> {
    const { known, clock, onEnded } = this.#options
    const plays = records.map(({ item }) => item)
    const drafts = claims.map(({ item }) => item)
    const queries: (QueryConfig & { rowMode?: 'array' })[] = []
    if (plays.length > 0) queries.push(recordQuery(plays))
    if (drafts.length > 0) queries.push(claimQuery(drafts, known, leasedUntilMs(clock.now())))
    if (queries.length > 1) {
      queries.unshift({ text: 'BEGIN' })
      queries.push({ text: 'COMMIT' })
    }
    const results = await Promise.allSettled(queries.map((query) => client.query<never>(query)))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    const rowsOf = (name: string): unknown[] => {
      const result = results[queries.findIndex((query) => query.name === name)]
      return result?.status === 'fulfilled' ? result.value.rows : []
    }
    const recorded = new Set((rowsOf('record') as RecordRow[]).map(([betId]) => betId))
    const hasEnded = recorded.size > 0
    // A play whose end is in the batch twice has ended once.
    for (const { item, resolve } of records) resolve(recorded.delete(item.betId))
    if (hasEnded) onEnded()
    claimsOf(drafts, rowsOf('claim') as ClaimRow[]).forEach((claim, index) => claims[index]?.resolve(claim))
  }

  async #connected(): Promise<Session> {
    if (this.#session?.isLost() === true) await this.#dropSession()
    this.#session ??= await openSession(this.#options, this.#lost)
    this.#lost = undefined
    return this.#session
  }

  async #dropSession(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    this.#lost = session?.backend ?? this.#lost
    void session?.client.end().catch(() => undefined)
    await delay(retryPauseMs)
  }

  /** What of a batch goes on: claims whose senders have waited too long do not. */
  #unexpired({ records, claims }: Batch): Batch {
    const sinceMs = this.#options.clock.now() - claimPatienceMs
    for (const { since, reject } of claims) if (since < sinceMs) reject(new Refusal('unavailable'))
    return { records, claims: claims.filter(({ since }) => since >= sinceMs) }
  }

  /** The same for all that is not in a batch. */
  #expire(): void {
    this.#claims = [...this.#unexpired({ records: [], claims: this.#claims }).claims]
    this.#apart = this.#apart.map((batch) => this.#unexpired(batch)).filter((batch) => sizeOf(batch) > 0)
  }

  /** Finds the entry that the database does not take, or that is locked, so that it fails or waits alone. */
  async #commitParts({ records, claims }: Batch): Promise<void> {
    // Ends before claims; one kind alone is halved.
    const isMixed = records.length > 0 && claims.length > 0
    const cut = isMixed ? records.length : Math.ceil(records.length / 2)
    const claimCut = isMixed ? 0 : Math.ceil(claims.length / 2)
    await this.#commit({ records: records.slice(0, cut), claims: claims.slice(0, claimCut) })
    await this.#commit({ records: records.slice(cut), claims: claims.slice(claimCut) })
  }
}

const sizeOf = ({ records, claims }: Batch) => records.length + claims.length

function rejectAll({ records, claims }: Batch, error: unknown): void {
  for (const { reject } of [...records, ...claims]) reject(error)
}

const playerOfPlay = ({ playerId }: SettledPlay) => playerId
const playerOfDraft = ({ request }: Draft) => request.playerId

/** By player: all replicas lock seats in this order, so that no two wait for each other's. */
function inOrder<Item, Result>(
  entries: readonly Waiting<Item, Result>[],
  playerOf: (item: Item) => string,
): Waiting<Item, Result>[] {
  return entries.toSorted((a, b) => (playerOf(a.item) < playerOf(b.item) ? -1 : 1))
}

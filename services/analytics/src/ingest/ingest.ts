import { dayOf } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import type { Context } from '../context.ts'
import type { ProgressDocument } from '../db/store.ts'
import { hourOf } from '../domain/calendar.ts'
import { isCharted } from '../domain/charts.ts'
import type { Head, Totals } from '../domain/statement.ts'
import { winToTell } from '../domain/win-to-tell.ts'
import { restAfterStep } from '../domain/step-rest.ts'
import type { StepTaken } from '../domain/step-rest.ts'
import { countEntry, emptyHead, headBefore, noTotals, takeEntry } from '../domain/take-entry.ts'
import type { EndedHold } from '../domain/take-entry.ts'
import { DayBook } from './day-book.ts'
import type { Written } from './store.ts'
import {
  endHolds,
  eachOf,
  findHead,
  findProgress,
  moveProgress,
  ofReader,
  openEpoch,
  writeHeads,
  writeOnce,
} from './store.ts'

/** A step is due after this number of entries, or after the rest: heads of players cost more than lines. */
const entriesOfStep = 20_000
/** Heads of players in memory. */
const mostHeads = 50_000

export type IngestContext = Pick<Context, 'documents' | 'randomness' | 'clock' | 'stepEveryMs'>

/**
 * Turns ledger entries into lines and totals. Lines are written at once. A step writes the heads of players and the cursor
 * every few seconds. After a crash, entries since the last step are read again. The sequence in a head says which entries
 * the head has. The other entries write the same lines once more.
 */
export class Ingest {
  /** The position in the log after the last entry that was read. */
  cursor: string
  /** Ms since the epoch at which the entry before `cursor` was booked; 0 before the first entry. */
  newestAtMs: number
  readonly #ctx: IngestContext
  #progress: ProgressDocument
  #keptFrom: string | null
  readonly #heads = new Map<string, Head>()
  /** Totals by hour and by day. */
  readonly #totals: Map<string, Totals>
  readonly #book: DayBook
  /** Players whose heads the next step writes. */
  #moved = new Set<string>()
  /** Entries since the last step. */
  #unsaved = 0
  #stepAt = performance.now()
  #stepTaken: StepTaken = { heads: 0, tookMs: 0 }

  private constructor(ctx: IngestContext, progress: ProgressDocument) {
    this.#ctx = ctx
    this.#progress = progress
    this.cursor = progress.cursor
    this.newestAtMs = progress.newestAtMs ?? 0
    this.#keptFrom = progress.keptFrom ?? null
    this.#totals = new Map(Object.entries(progress.totals))
    this.#book = new DayBook(ctx.documents, progress, ctx.clock.now())
  }

  /** Continues at the saved cursor. */
  static async begin(ctx: IngestContext): Promise<Ingest> {
    return new Ingest(ctx, await openEpoch(ctx))
  }

  /** The epoch to which the written documents belong. */
  get epoch(): string {
    return this.#progress.epoch
  }

  /** Whether this epoch has reached the end of the log once. */
  get isWhole(): boolean {
    return this.#progress.isWhole
  }

  /** Sets the start of the log after an archive of earlier months. A player's first entry can then have any sequence. */
  beginAt(keptFrom: string): void {
    this.#keptFrom = keptFrom
    this.#book.beginAfter(dayOf(Date.parse(keptFrom)))
  }

  /**
   * Writes the lines of entries, and a step when it is due.
   * @param cursor the position after the last entry
   * @param isEnd whether the log has no later entries now
   * @returns whether a step has saved all entries. Readers do not see entries after the last step.
   * @throws Moved
   */
  async take(entries: readonly LedgerEntry[], cursor: string, isEnd: boolean): Promise<boolean> {
    if (entries.length === 0) await this.#requireOwn()
    await this.#remember(entries)
    const written: Written = { rows: [], playerDays: [], marks: [], wins: [] }
    await this.#book.count(entries)
    const endedHolds: EndedHold[] = []
    for (const entry of entries) {
      this.#count(entry)
      const known = this.#heads.get(entry.playerId) ?? emptyHead
      if (entry.sequence <= known.sequence) continue
      const isCut = this.#keptFrom !== null && known.sequence === 0 && entry.sequence > 1
      const before = isCut ? headBefore(entry) : known
      const { head, row, ended, playerDay, marks = [] } = takeEntry(before, entry)
      this.#heads.set(entry.playerId, head)
      this.#moved.add(entry.playerId)
      if (row !== undefined) written.rows.push(row)
      if (playerDay !== undefined) written.playerDays.push(playerDay)
      written.marks.push(...marks)
      const win = winToTell(entry, this.#ctx.clock.now())
      if (win !== undefined) written.wins.push(win)
      if (ended !== undefined) endedHolds.push(ended)
    }
    await writeOnce(this.#ctx.documents, this.epoch, written)
    await endHolds(this.#ctx.documents, this.epoch, endedHolds)
    this.cursor = cursor
    const newest = entries.at(-1)
    if (newest !== undefined) this.newestAtMs = Date.parse(newest.at)
    this.#unsaved += entries.length
    if (this.#isStepDue(isEnd)) await this.#step(isEnd)
    return this.cursor === this.#progress.cursor
  }

  /** An idle reader checks here whether a rebuild has begun. @throws Moved */
  async #requireOwn(): Promise<void> {
    const found = await findProgress(this.#ctx.documents, ofReader)
    if (found?.epoch !== this.epoch || found.step !== this.#progress.step) throw new Moved()
  }

  #isStepDue(isEnd: boolean): boolean {
    if (isEnd && !this.#progress.isWhole) return true
    // Beside a replica of the previous release, the first step shows the lag of this reader.
    if (this.#progress.newestAtMs === undefined && this.newestAtMs > 0) return true
    if (this.cursor === this.#progress.cursor) return false
    const restMs = restAfterStep(this.#stepTaken, this.#ctx.stepEveryMs)
    return this.#unsaved >= entriesOfStep || performance.now() - this.#stepAt >= restMs
  }

  /** Loads the heads of the players of some entries that are not in memory. */
  async #remember(entries: readonly LedgerEntry[]): Promise<void> {
    const players = new Set(entries.map(({ playerId }) => playerId))
    await eachOf(
      [...players].filter((id) => !this.#heads.has(id)),
      async (id) => {
        this.#heads.set(id, (await findHead(this.#ctx.documents, this.epoch, id, ofReader)) ?? emptyHead)
      },
    )
  }

  #count(entry: LedgerEntry): void {
    const atMs = Date.parse(entry.at)
    for (const name of [hourOf(atMs), dayOf(atMs)])
      countEntry(
        this.#totals.getOrInsertComputed(name, () => ({ ...noTotals })),
        entry,
      )
  }

  /** Saves the heads and the cursor. @throws Moved when another replica saved a step from the same position */
  async #step(isEnd: boolean): Promise<void> {
    const { documents, clock } = this.#ctx
    const startedAt = performance.now()
    const { step, isWhole } = this.#progress
    await writeHeads(
      documents,
      this.epoch,
      new Map([...this.#moved].map((id) => [id, this.#heads.get(id) ?? emptyHead])),
    )
    // A clock that is ahead must not delete the totals of today.
    const nowMs = Math.min(clock.now(), this.newestAtMs)
    for (const name of this.#totals.keys()) if (!isCharted(name, nowMs)) this.#totals.delete(name)
    const next: ProgressDocument = {
      ...this.#progress,
      cursor: this.cursor,
      step: step + 1,
      newestAtMs: this.newestAtMs,
      totals: Object.fromEntries(this.#totals),
      isWhole: isWhole || isEnd,
      keptFrom: this.#keptFrom,
      ...this.#book.atStep(step + 1),
    }
    if (!(await moveProgress(documents, this.#progress, next))) throw new Moved()
    this.#progress = next
    await this.#book.seal(next.step, this.newestAtMs)
    const heads = this.#moved.size
    this.#moved = new Set()
    this.#unsaved = 0
    if (this.#heads.size > mostHeads) this.#heads.clear()
    this.#stepAt = performance.now()
    this.#stepTaken = { heads, tookMs: this.#stepAt - startedAt }
  }
}

/** Another replica saved the step, or a rebuild has begun. The reader continues at the saved position. */
export class Moved extends Error {
  override readonly name = 'Moved'
}

import type { LedgerEntry } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { ProgressDocument } from '../db/models.ts'
import { hourOf } from '../domain/calendar.ts'
import type { Head, HourTotals, RowDocument } from '../domain/statement.ts'
import { countEntry, emptyHead, emptyHour, takeEntry } from '../domain/take-entry.ts'
import {
  eachOf,
  findHead,
  findHour,
  loadProgress,
  moveProgress,
  ofReader,
  writeHeads,
  writeHours,
  writeRows,
} from './store.ts'

/** A step comes after this number of entries, or this time after the step before: heads of players cost more than lines. */
const entriesOfStep = 20_000
/** The rest after a step is this number of times its duration, but at least `stepEveryMs` and at most `longestRest` times that. */
const restOfStep = 5
const longestRest = 10
/** Heads of players that are remembered. */
const mostHeads = 50_000

export type IngestContext = Pick<Context, 'documents' | 'randomness' | 'stepEveryMs'>

/**
 * Turns entries into lines and totals. Lines are written at once; how far players have come, and the cursor, every few seconds (a step). After a crash the
 * entries of the last step are taken again: the player's sequence tells which of them a head has, the rest write the same lines once more.
 */
export class Ingest {
  /** The end of what has been taken. */
  cursor: string
  readonly #ctx: IngestContext
  #progress: ProgressDocument
  readonly #heads = new Map<string, Head>()
  readonly #hours = new Map<string, HourTotals>()
  /** What the next step writes. */
  #moved = new Set<string>()
  #counted = new Set<string>()
  #untold = 0
  #stepAt = performance.now()
  #stepTookMs = 0

  private constructor(ctx: IngestContext, progress: ProgressDocument) {
    this.#ctx = ctx
    this.#progress = progress
    this.cursor = progress.cursor
  }

  /** Goes on from what is kept. */
  static async begin(ctx: IngestContext): Promise<Ingest> {
    const progress = await loadProgress(ctx.documents, ctx.randomness)
    if (progress.isPaused) throw new Refusal('unavailable')
    await writeHours(ctx.documents, progress)
    return new Ingest(ctx, progress)
  }

  /** What it makes belongs to it. */
  get epoch(): string {
    return this.#progress.epoch
  }

  /** Takes entries, which end at `cursor`. @param isEnd of the log, as far as it is known */
  async take(entries: readonly LedgerEntry[], cursor: string, isEnd: boolean): Promise<void> {
    if (entries.length === 0) await this.#requireOwn()
    await this.#remember(entries)
    const rows: RowDocument[] = []
    for (const entry of entries) {
      this.#count(entry)
      const before = this.#heads.get(entry.playerId) ?? emptyHead
      if (entry.sequence <= before.sequence) continue
      const { head, row } = takeEntry(before, entry)
      this.#heads.set(entry.playerId, head)
      this.#moved.add(entry.playerId)
      if (row !== undefined) rows.push(row)
    }
    await writeRows(this.#ctx.documents, rows)
    this.cursor = cursor
    this.#untold += entries.length
    if (this.#isStepDue(isEnd)) await this.#step(isEnd)
  }

  /** While there is nothing to do nobody else would say that everything is to be made again. @throws Moved */
  async #requireOwn(): Promise<void> {
    const { epoch, step } = await loadProgress(this.#ctx.documents, this.#ctx.randomness)
    if (epoch !== this.#progress.epoch || step !== this.#progress.step) throw new Moved()
  }

  #isStepDue(isEnd: boolean): boolean {
    if (isEnd && !this.#progress.isWhole) return true
    if (this.cursor === this.#progress.cursor) return false
    const everyMs = this.#ctx.stepEveryMs
    const restMs = Math.max(everyMs, Math.min(restOfStep * this.#stepTookMs, longestRest * everyMs))
    return this.#untold >= entriesOfStep || performance.now() - this.#stepAt >= restMs
  }

  /** Loads what is needed to take some entries and is not remembered. */
  async #remember(entries: readonly LedgerEntry[]): Promise<void> {
    const { documents } = this.#ctx
    const { epoch } = this.#progress
    const players = new Set(entries.map(({ playerId }) => playerId))
    await eachOf(
      [...players].filter((id) => !this.#heads.has(id)),
      async (playerId) => {
        this.#heads.set(playerId, (await findHead(documents, epoch, playerId, ofReader)) ?? emptyHead)
      },
    )
    const hours = new Set(entries.map(({ at }) => hourOf(Date.parse(at))))
    await eachOf(
      [...hours].filter((hour) => !this.#hours.has(hour)),
      async (hour) => {
        this.#hours.set(hour, (await findHour(documents, epoch, hour)) ?? emptyHour)
      },
    )
  }

  #count(entry: LedgerEntry): void {
    const hour = hourOf(Date.parse(entry.at))
    const before = this.#hours.getOrInsert(hour, emptyHour)
    const totals = countEntry(before, entry)
    if (totals === before) return
    this.#hours.set(hour, totals)
    this.#counted.add(hour)
  }

  /** Keeps how far everything has come. @throws Error when another replica has gone on from the same place */
  async #step(isEnd: boolean): Promise<void> {
    const { documents } = this.#ctx
    const startedAt = performance.now()
    const { epoch, step, isWhole } = this.#progress
    await writeHeads(documents, epoch, new Map([...this.#moved].map((id) => [id, this.#heads.get(id) ?? emptyHead])))
    const hours = Object.fromEntries([...this.#counted].map((hour) => [hour, this.#hours.get(hour) ?? emptyHour]))
    const next: ProgressDocument = {
      ...this.#progress,
      cursor: this.cursor,
      step: step + 1,
      hours,
      isWhole: isWhole || isEnd,
    }
    if (!(await moveProgress(documents, this.#progress, next))) throw new Moved()
    await writeHours(documents, next)
    this.#progress = next
    this.#moved = new Set()
    this.#counted = new Set()
    this.#untold = 0
    if (this.#heads.size > mostHeads) this.#heads.clear()
    if (this.#hours.size > mostHeads) this.#hours.clear()
    this.#stepAt = performance.now()
    this.#stepTookMs = this.#stepAt - startedAt
  }
}

/** Somebody else has taken the step: it is gone on from there. */
export class Moved extends Error {
  override readonly name = 'Moved'
}

import { addDays, dayOf } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import type { AnalyticsDocuments, ProgressDocument } from '../db/store.ts'
import { addEntry, noSums } from '../domain/day-sums.ts'
import type { DaySums } from '../domain/day-sums.ts'
import { packDay } from './day-results.ts'
import { countMarked, ignoreThere, ofReader } from './store.ts'

type Kept = Pick<ProgressDocument, 'days' | 'daysStep' | 'daysFrom'>

/**
 * The sums of each day. The sums of days with recent entries are in the progress, so that they and the cursor never
 * part. A day that is over moves to a document of its own. A step first saves the sums and then writes the document. A
 * later step takes the day out of the progress.
 */
export class DayBook {
  readonly #documents: AnalyticsDocuments
  readonly #epoch: string
  readonly #days: Map<string, DaySums>
  #from: string
  /** Days whose document is the same as their sums here. */
  readonly #sealed = new Set<string>()

  constructor(documents: AnalyticsDocuments, { epoch, step, ...kept }: ProgressDocument, nowMs: number) {
    this.#documents = documents
    this.#epoch = epoch
    // A replica of the previous release moves the progress without the days, and without the time of the newest entry.
    const isWhole = kept.daysStep === step
    this.#days = new Map(Object.entries(isWhole ? (kept.days ?? {}) : {}))
    this.#from = isWhole ? (kept.daysFrom ?? '') : step === 0 ? '' : addDays(dayOf(nowMs), 1)
  }

  /** The sums of this day and of earlier days are not whole. */
  beginAfter(day: string): void {
    this.#from = addDays(day, 1)
  }

  /** Counts entries. A late entry of a day with a document of its own brings the day back. */
  async count(entries: readonly LedgerEntry[]): Promise<void> {
    for (const entry of entries) {
      const day = dayOf(Date.parse(entry.at))
      const sums = this.#days.get(day) ?? (await this.#documentOf(day)) ?? noSums
      this.#days.set(day, addEntry(sums, entry))
      this.#sealed.delete(day)
    }
  }

  async #documentOf(_id: string): Promise<DaySums | undefined> {
    const found = await this.#documents.run(
      ({ store }) => store.days(this.#epoch).findOne({ _id }, { projection: { _id: 0, step: 0, month: 0, marked: 0 } }),
      ofReader,
    )
    return found ?? undefined
  }

  /** What a step stores. */
  atStep(step: number): Kept {
    for (const day of this.#sealed) this.#days.delete(day)
    this.#sealed.clear()
    return { days: Object.fromEntries(this.#days), daysStep: step, daysFrom: this.#from }
  }

  /** Writes the documents of days that are over, after a step. A document of a later step stays. */
  async seal(step: number, newestAtMs: number): Promise<void> {
    const today = dayOf(newestAtMs)
    for (const [day, sums] of this.#days) {
      if (day >= addDays(today, -1)) continue
      await packDay(this.#documents, this.#epoch, day, step)
      const marked = await countMarked(this.#documents, this.#epoch, day, ofReader)
      const $set = { ...sums, marked, step, month: day.slice(0, 7) }
      await this.#documents.run(
        ({ store }) =>
          store
            .days(this.#epoch)
            .updateOne({ _id: day, step: { $lt: step } }, { $set }, { upsert: true })
            .catch(ignoreThere),
        ofReader,
      )
      this.#sealed.add(day)
    }
  }
}

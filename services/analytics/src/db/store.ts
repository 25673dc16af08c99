import type { Documents } from '@kismet/service-kit/documents'
import type { Connection, mongo } from 'mongoose'
import type { DaySums } from '../domain/day-sums.ts'
import type { Head, MarkDocument, MarkKind, PlayerDayDocument, RowDocument, Totals } from '../domain/statement.ts'
import type { WinDocument } from '../domain/win-to-tell.ts'

/** A head has the id of its player. */
export interface HeadDocument extends Head {
  readonly _id: string
}

/** The most players that were online at one time, by the hours of a month, which is the id. No rebuild makes it again. */
export interface OnlineDocument {
  readonly _id: string
  readonly peaks: Readonly<Record<string, number>>
}

/** How far the log of entries has been taken: one document. A write names the epoch and the step before it. */
export interface ProgressDocument {
  readonly _id: 'entries'
  /** Names the collections of lines and heads. A rebuild begins another one. */
  readonly epoch: string
  readonly cursor: string
  readonly step: number
  /** When the newest entry before the cursor was booked, in ms; 0 before the first entry. The previous release does not write it. */
  readonly newestAtMs?: number
  /** By hour and by day, as far back as a chart needs them: in this document, so that they and the cursor never part. */
  readonly totals: Readonly<Record<string, Totals>>
  /** Whether all entries have been taken that were there when the epoch began. Before that, statements are not whole. */
  readonly isWhole: boolean
  /** The log lacked the months before this time when the epoch began; null when the log was whole. */
  readonly keptFrom?: string | null
  /** The sums of days with recent entries, and the step that wrote them. The previous release writes neither. */
  readonly days?: Readonly<Record<string, DaySums>>
  readonly daysStep?: number
  /** The first day whose sums are whole; '' when all are. */
  readonly daysFrom?: string
}

/** The sums of a day that is over; the day is the id. `step` is the step that the sums are of. */
export interface DayDocument extends DaySums {
  readonly _id: string
  /** The number of players with each mark of the day. */
  readonly marked: Readonly<Record<MarkKind, number>>
  readonly step: number
  readonly month: string
}

/** The results of players on a day that is over: a line for each of at most 5,000 players. `step` is the step that they are of. */
export interface ResultsDocument {
  readonly _id: string
  readonly day: string
  readonly step: number
  readonly results: string
}

/** The collections of analytics. The driver's own methods do the work: what a model would do to each of thousands of documents a second is not needed. */
export interface Store {
  readonly progress: mongo.Collection<ProgressDocument>
  readonly online: mongo.Collection<OnlineDocument>
  rows(epoch: string): mongo.Collection<RowDocument>
  heads(epoch: string): mongo.Collection<HeadDocument>
  days(epoch: string): mongo.Collection<DayDocument>
  playerDays(epoch: string): mongo.Collection<PlayerDayDocument>
  results(epoch: string): mongo.Collection<ResultsDocument>
  marks(epoch: string): mongo.Collection<MarkDocument>
  wins(epoch: string): mongo.Collection<WinDocument>
  /** The names of the collections of all epochs. */
  madeCollections(): Promise<string[]>
  drop(name: string): Promise<unknown>
  /** Does no work: `openEpoch` makes the indexes of an epoch, and other documents are found by their ids. */
  createIndexes(): Promise<void>
}

export function models(connection: Connection): { readonly store: Store } {
  const collection = <Document extends mongo.Document>(name: string) =>
    connection.collection(name) as unknown as mongo.Collection<Document>
  const store: Store = {
    progress: collection('progress'),
    online: collection('online'),
    rows: (epoch) => collection(`rows-${epoch}`),
    heads: (epoch) => collection(`heads-${epoch}`),
    days: (epoch) => collection(`days-${epoch}`),
    playerDays: (epoch) => collection(`playerdays-${epoch}`),
    results: (epoch) => collection(`results-${epoch}`),
    marks: (epoch) => collection(`marks-${epoch}`),
    wins: (epoch) => collection(`wins-${epoch}`),
    madeCollections: async () =>
      (await connection.listCollections())
        .map(({ name }) => name)
        .filter((name) => /^(rows|heads|days|playerdays|results|marks|wins)-/.test(name)),
    drop: (name) => collection(name).drop(),
    createIndexes: () => Promise.resolve(),
  }
  return { store }
}

export type AnalyticsDocuments = Pick<Documents<ReturnType<typeof models>>, 'run'>

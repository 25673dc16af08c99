import type { Documents } from '@kismet/service-kit/documents'
import { Schema } from 'mongoose'
import type { Connection, mongo } from 'mongoose'
import type { Head, HourTotals, RowDocument } from '../domain/statement.ts'

export interface HeadDocument extends Head {
  /** Epoch and player. */
  readonly _id: string
  readonly playerId: string
  /** Epoch and day of `today`. */
  readonly dayKey: string | null
}

export interface HourDocument extends HourTotals {
  /** Epoch and hour. */
  readonly _id: string
  readonly hour: string
  /** Epoch and month, by which hours are found. */
  readonly monthKey: string
  /** Of the step that it was written with. */
  readonly step: number
}

/** The most players that were online at one time of an hour of Asia/Kolkata, which is its id. Nothing else knows it: it is never made again. */
export interface OnlineDocument {
  readonly _id: string
  /** By which hours are found. */
  readonly month: string
  readonly peak: number
}

/**
 * How far the log of entries has been taken: one document, moved by whoever finds it as it was. `hours` are totals that belong to that step: whoever reads it writes
 * them into their own documents before it goes on, so that an hour and the cursor never part.
 */
export interface ProgressDocument {
  readonly _id: 'entries'
  /** Names what was made since the beginning; what is made anew has another one. */
  readonly epoch: string
  readonly cursor: string
  readonly step: number
  readonly hours: Readonly<Record<string, HourTotals>>
  /** Whether all entries of the time when it began have been taken: before that, nobody can say that a statement is whole. */
  readonly isWhole: boolean
  /** What was made before is being cleared away: nothing is taken meanwhile. */
  readonly isPaused: boolean
  /** When that began, or ended. */
  readonly pausedAtMs?: number
}

const rowSchema = new Schema<RowDocument>({ _id: String, page: String, kindPage: String })
rowSchema.index({ page: 1 })
rowSchema.index({ kindPage: 1 })
const headSchema = new Schema<HeadDocument>({ _id: String, dayKey: String })
headSchema.index({ dayKey: 1 })
const hourSchema = new Schema<HourDocument>({ _id: String, monthKey: String })
hourSchema.index({ monthKey: 1 })
const onlineSchema = new Schema<OnlineDocument>({ _id: String, month: String })
onlineSchema.index({ month: 1 })
const progressSchema = new Schema<ProgressDocument>({ _id: String })

/**
 * A collection, and what makes the indexes of its schema. The driver's own methods do the work: documents are plain ones of ours, and what a model would do to each
 * of thousands a second is not needed.
 */
interface Stored<Document extends { readonly _id: string }> {
  readonly collection: mongo.Collection<Document>
  readonly createIndexes: () => Promise<unknown>
}

function stored<Document extends { readonly _id: string }>(
  connection: Connection,
  name: string,
  schema: Schema<Document>,
): Stored<Document> {
  const model = connection.model<Document>(name, schema)
  return {
    collection: model.collection as unknown as mongo.Collection<Document>,
    createIndexes: () => model.createIndexes(),
  }
}

export const models = (
  connection: Connection,
): {
  readonly rows: Stored<RowDocument>
  readonly heads: Stored<HeadDocument>
  readonly hours: Stored<HourDocument>
  readonly online: Stored<OnlineDocument>
  readonly progress: Stored<ProgressDocument>
} => ({
  rows: stored(connection, 'row', rowSchema),
  heads: stored(connection, 'head', headSchema),
  hours: stored(connection, 'hour', hourSchema),
  online: stored(connection, 'online', onlineSchema),
  progress: stored(connection, 'progress', progressSchema),
})

export type Models = ReturnType<typeof models>
export type AnalyticsDocuments = Pick<Documents<Models>, 'run'>

import type { Documents } from '@kismet/service-kit/documents'
import type { Connection, mongo } from 'mongoose'
import type { Head, RowDocument, Totals } from '../domain/statement.ts'

/** A head has the id of its player. */
export interface HeadDocument extends Head {
  readonly _id: string
}

/** The most players that were online at one time, by the hours of a month, which is the id. Nothing else knows it: it is never made again. */
export interface OnlineDocument {
  readonly _id: string
  readonly peaks: Readonly<Record<string, number>>
}

/** How far the log of entries has been taken: one document, moved by whoever finds it as it was. */
export interface ProgressDocument {
  readonly _id: 'entries'
  /** Names the collections of what was made since the beginning; what is made anew has others. */
  readonly epoch: string
  readonly cursor: string
  readonly step: number
  /** By hour and by day, as far back as a chart needs them: in this document, so that they and the cursor never part. */
  readonly totals: Readonly<Record<string, Totals>>
  /** Whether all entries of the time when it began have been taken: before that, nobody can say that a statement is whole. */
  readonly isWhole: boolean
}

/** The collections of analytics. The driver's own methods do the work: what a model would do to each of thousands of documents a second is not needed. */
export class Store {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get progress(): mongo.Collection<ProgressDocument> {
    return this.#collection('progress')
  }

  get online(): mongo.Collection<OnlineDocument> {
    return this.#collection('online')
  }

  rows(epoch: string): mongo.Collection<RowDocument> {
    return this.#collection(`rows-${epoch}`)
  }

  heads(epoch: string): mongo.Collection<HeadDocument> {
    return this.#collection(`heads-${epoch}`)
  }

  /** Those of all epochs. */
  async madeCollections(): Promise<string[]> {
    const names = (await this.#connection.listCollections()).map(({ name }) => name)
    return names.filter((name) => /^(rows|heads)-/.test(name))
  }

  async drop(name: string): Promise<void> {
    await this.#collection(name).drop()
  }

  /** The indexes of an epoch are made when it is begun; the other documents are found by their ids. */
  createIndexes(): Promise<void> {
    return Promise.resolve()
  }

  #collection<Document extends mongo.Document>(name: string): mongo.Collection<Document> {
    return this.#connection.collection(name) as unknown as mongo.Collection<Document>
  }
}

export const models = (connection: Connection): { readonly store: Store } => ({ store: new Store(connection) })

export type AnalyticsDocuments = Pick<Documents<ReturnType<typeof models>>, 'run'>

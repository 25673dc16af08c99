import type { Schema } from 'mongoose'

/**
 * The server ends a read after this time in ms, before the timeout of `Documents.run`. FerretDB
 * heeds it in find and aggregate alone.
 */
export const maxTimeMS = 2_500

/** Ends the reads of a schema in time. */
export function readsEnd<T>(schema: Schema<T>): void {
  schema.pre(['find', 'findOne'], function () {
    this.setOptions({ maxTimeMS })
  })
}

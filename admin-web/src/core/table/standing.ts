import type { Listing, PlainResult } from './table.ts'
import { wholeListing } from './table.ts'

/** The result of a query without a list. */
export type Answer<Data> = PlainResult<Data>

/** The result as an empty list, for the note above stale data. */
export const standingOf = (result: Answer<unknown>): Listing<never> => wholeListing(result, () => [])

import type { Listing, PlainResult } from './table.ts'
import { wholeListing } from './table.ts'

/** What a query that is no list answers. */
export type Answer<Data> = PlainResult<Data>

/** How such an answer stands, for what is said over it when it could not be read anew. */
export const standingOf = (result: Answer<unknown>): Listing<never> => wholeListing(result, () => [])

import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { SerializedError } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'

/** One column: its words, and what a cell shows and writes. */
export interface Column<Row> {
  readonly title: string
  /** As a file has it. */
  readonly text: (row: Row) => string
  /** As the page shows it, where that is not the text. */
  readonly cell?: (row: Row, nowMs: number) => ReactNode
  /** The name by which the server sorts it. */
  readonly sort?: string
  /** Numbers stand at the right. */
  readonly isNumber?: true
}

/** A choice of what is listed: the value in the address and its words. The first is the one without a choice. */
export interface Filter {
  readonly name: string
  readonly title: string
  readonly options: readonly (readonly [value: string, word: string])[]
}

/** What a list of the back office is. With a query (`Listing`) and its row type it is all that a page has to say. */
export interface Table<Row> {
  /** What is listed, such as 'Deposit requests'; it names the file too. */
  readonly label: string
  readonly idOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  /** The filter that stands as tabs, before all others. */
  readonly tabs: Filter
  /** A tab leaves rows out, as a filter does, instead of being a list of its own. */
  readonly tabsNarrow?: true
  readonly filters: readonly Filter[]
  /** What the search looks for, in the empty field. */
  readonly searchHint: string
  /** A row where there is no room for columns. */
  readonly fold: (row: Row, nowMs: number) => ReactNode
  /** A row that is only there so that nothing moves. */
  readonly isFaint?: (row: Row) => boolean
}

/** The rows that a query has, and what can be done about those that it has not. */
export interface Listing<Row> {
  readonly rows: readonly Row[]
  /** True once there was an answer to this very query. */
  readonly known: boolean
  /** When that answer came. */
  readonly asOfMs: number | null
  readonly error: CallError | null
  readonly busy: boolean
  readonly retry: () => void
  /** Loads what follows; null when there is nothing more. */
  readonly more: (() => void) | null
}

/** What a query of pages answers. */
export interface PagedResult<Page> {
  readonly currentData?: { readonly pages: readonly Page[] } | undefined
  readonly fulfilledTimeStamp?: number | undefined
  readonly error?: CallError | SerializedError | undefined
  readonly isFetching: boolean
  readonly hasNextPage: boolean
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

/** The listing of an infinite query. The answer to another query is none: rows of one list never stand in another. */
export function listingOf<Page, Row>(result: PagedResult<Page>, rowsOf: (page: Page) => readonly Row[]): Listing<Row> {
  const { currentData, fulfilledTimeStamp, error, isFetching, hasNextPage, refetch, fetchNextPage } = result
  return {
    rows: currentData?.pages.flatMap(rowsOf) ?? [],
    known: currentData !== undefined,
    asOfMs: fulfilledTimeStamp ?? null,
    error: error === undefined ? null : asCallError(error),
    busy: isFetching,
    retry: () => void refetch(),
    more: currentData !== undefined && hasNextPage ? () => void fetchNextPage() : null,
  }
}

/** The id `step` places from the one that is open; null at the ends. Where none of them is open, the first. */
export function neighbour(ids: readonly string[], id: string | null, step: 1 | -1): string | null {
  const at = id === null ? -1 : ids.indexOf(id)
  return (at === -1 ? ids[0] : ids[at + step]) ?? null
}
